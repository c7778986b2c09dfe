import { UserError } from "../kit/errors.ts";
import type { CorePages, OutlinePlacement, Overview } from "../wire/api.ts";
import { OUTLINE_CONTEXT_BYTES } from "./session-limits.ts";
import type { PlacedNode, Snapshot } from "./session-snapshot.ts";

/**
 * The cores with their pages. In a large change most pages show a place that did not change, and their
 * hashes do not compress: they come with the first cores, where the reader begins, and later with their core.
 */
export function outlineOf(snapshot: Snapshot): Overview["cores"] {
  const pages = new Map<string, OutlinePlacement[]>();
  for (const placed of snapshot.placements.values()) {
    const { core } = placed.placement;
    const ofCore = pages.get(core);
    if (ofCore) ofCore.push(outlineLine(placed));
    else pages.set(core, [outlineLine(placed)]);
  }
  let bytes = 0;
  return (snapshot.graph?.cores ?? []).map(({ id, title, hook }) => {
    const placements = pages.get(id) ?? [];
    for (const page of placements) if (isContext(snapshot, page.id)) bytes += textBytes(page);
    if (bytes <= OUTLINE_CONTEXT_BYTES) return { id, title, hook, placements };
    const known = placements.map((page) => (isContext(snapshot, page.id) ? page.id : page));
    return { id, title, hook, placements: known };
  });
}

/** Throws `not-found`. */
export function corePagesOf(snapshot: Snapshot, id: string): CorePages {
  if (!snapshot.graph?.cores.some((core) => core.id === id)) {
    throw new UserError("not-found", `There is no core ${id} in this change.`);
  }
  const own = [...snapshot.placements.values()].filter(({ placement }) => placement.core === id);
  return { id, placements: own.map(outlineLine) };
}

function outlineLine({ placement, node, markName }: PlacedNode): OutlinePlacement {
  return {
    id: placement.id,
    band: placement.band,
    title: placement.title,
    path: node.path,
    hunks: node.kind === "change" ? [...node.hunks] : [],
    ...(placement.repeatOf ? { repeatOf: placement.repeatOf } : {}),
    ...(markName ? { markHash: markName } : {}),
  };
}

function isContext(snapshot: Snapshot, id: string): boolean {
  return snapshot.placements.get(id)?.node.kind === "context";
}

function textBytes({ title, path, markHash = "" }: OutlinePlacement): number {
  return Buffer.byteLength(title) + Buffer.byteLength(path) + markHash.length;
}
