// An SVG has neither lists nor buttons of its own; roles say what its groups are, as a screen reader needs.
// biome-ignore-all lint/a11y/useSemanticElements: see above
// biome-ignore-all lint/a11y/noInteractiveElementToNoninteractiveRole: see above
// biome-ignore-all lint/a11y/noStaticElementInteractions: the links of an SVG are not known to this rule
// biome-ignore-all lint/a11y/useAriaPropsSupportedByRole: as above
// biome-ignore-all lint/a11y/noAriaHiddenOnFocusable: texts of an SVG take no focus
import { useLayoutEffect, useMemo, useRef, useState } from "react";
import type { Page } from "../../../src/wire/api.ts";
import { BAND_NODES } from "../budgets.ts";
import { useWidth } from "../diff/code-metrics.ts";
import { isDone } from "../review/progress.ts";
import { useLink, useProgress } from "../session-context.ts";
import { Icon } from "../shell/icon.tsx";
import { toggled } from "../shell/rail-state.ts";
import { visible } from "../shell/visible.ts";
import { bandNames, count } from "../shell/words.ts";
import { Edges } from "./edges.tsx";
import { type Band, fitText, layoutBands, type PlacedBand, type PlacedNode } from "./layout.ts";
import { textWidth } from "./text-width.ts";

/** So wide are five names of bands and titles that can be told apart; a narrower page scrolls the picture. */
const LEAST_WIDTH = 720;

/** How the core of a page hangs together: five columns, the present node lit, every node a link. */
export function BandsPicture({ page }: { readonly page: Page }) {
  const [element, setElement] = useState<HTMLElement | null>(null);
  const [isFolded, setFolded] = useState(foldedAtFirst());
  const [opened, setOpened] = useState<ReadonlySet<Band>>(new Set());
  const [hovered, setHovered] = useState<string>();
  const scroller = useRef<HTMLDivElement>(null);
  const width = Math.max(useWidth(element) || 900, LEAST_WIDTH);
  const present = page.placement.id;
  const picture = useMemo(
    () =>
      layoutBands(page.picture, {
        width,
        present,
        mostNodes: BAND_NODES,
        opened,
      }),
    [page, width, present, opened],
  );
  const here = picture.placed.get(present);
  useLayoutEffect(() => {
    // On a narrow page the present node is in sight, with what is on either side of it.
    if (here && scroller.current) {
      scroller.current.scrollLeft = here.x + here.width / 2 - scroller.current.clientWidth / 2;
    }
  }, [here]);
  // One node alone has nothing to hang together with.
  if (page.picture.length < 2) return null;
  const fold = () => {
    sessionStorage.setItem("headwater-bands-folded", String(!isFolded));
    setFolded(!isFolded);
  };
  return (
    <section className="bands" ref={setElement} aria-label="How this core hangs together">
      <button type="button" className="plain bands-fold" aria-expanded={!isFolded} onClick={fold}>
        <Icon name={isFolded ? "right" : "down"} />
        {isFolded ? foldedLine(page) : "How it hangs together"}
      </button>
      {!isFolded && (
        <div className="bands-scroll" ref={scroller}>
          <svg
            width={picture.width}
            height={picture.height}
            role="group"
            aria-label="The five bands of this core"
          >
            <Edges picture={picture} edges={page.edges} present={present} hovered={hovered} />
            {picture.bands.map((band) => (
              <BandColumn
                key={band.band}
                band={band}
                present={present}
                onHover={setHovered}
                onMore={() => setOpened((now) => toggled(now, band.band))}
              />
            ))}
          </svg>
        </div>
      )}
      {!isFolded && <EdgeList page={page} />}
    </section>
  );
}

function foldedAtFirst(): boolean {
  return sessionStorage.getItem("headwater-bands-folded") === "true";
}

function foldedLine(page: Page): string {
  const changed = page.picture.filter((node) => node.kind === "change").length;
  const untouched = page.picture.length - changed;
  return `${count(changed, "changed place")}, ${count(untouched, "untouched one")} around them`;
}

interface BandColumnProps {
  readonly band: PlacedBand;
  readonly present: string;
  readonly onHover: (id: string | undefined) => void;
  readonly onMore: () => void;
}

const shortNames: Readonly<Record<Band, string>> = {
  upstream: "upstream",
  "upstream-changed": "changed upstream",
  core: "core",
  "downstream-changed": "changed downstream",
  downstream: "downstream",
};

function BandColumn({ band, present, onHover, onMore }: BandColumnProps) {
  const name = fitText(shortNames[band.band], band.width, (text) => textWidth(text, "caption"));
  if (band.nodes.length === 0) {
    return (
      <text className="band-name" x={band.x} y={11} aria-hidden="true">
        {name}
      </text>
    );
  }
  return (
    <>
      <text className="band-name" x={band.x} y={11} aria-hidden="true">
        {name}
      </text>
      <g role="list" aria-label={bandNames[band.band]}>
        {band.nodes.map((placed) => (
          <BandNode
            key={placed.node.id}
            placed={placed}
            isPresent={placed.node.id === present}
            onHover={onHover}
          />
        ))}
        {band.more > 0 && (
          <g role="listitem">
            <g
              className="band-more"
              role="button"
              tabIndex={0}
              onClick={onMore}
              onKeyDown={(event) => {
                if (event.key !== "Enter" && event.key !== " ") return;
                event.preventDefault();
                onMore();
              }}
            >
              <text x={band.moreAt.x + 8} y={band.moreAt.y + 15}>
                + {band.more} more
              </text>
            </g>
          </g>
        )}
      </g>
    </>
  );
}

interface BandNodeProps {
  readonly placed: PlacedNode;
  readonly isPresent: boolean;
  readonly onHover: (id: string | undefined) => void;
}

function BandNode({ placed, isPresent, onHover }: BandNodeProps) {
  const { node, x, y, width, height } = placed;
  const isReviewed = isDone(useProgress().byPlacement.get(node.id));
  const link = useLink({ kind: "page", placement: node.id });
  const room = width - 16 - (isReviewed ? 14 : 0);
  const title = fitText(visible(node.title), room, (text) => textWidth(text, isPresent ? "strong" : "node"));
  return (
    <g role="listitem">
      <a
        {...link}
        className="band-node"
        data-kind={node.kind}
        data-band={node.band}
        data-repeat={node.repeatOf !== undefined || undefined}
        aria-current={isPresent ? "page" : undefined}
        onMouseEnter={() => onHover(node.id)}
        onMouseLeave={() => onHover(undefined)}
        onFocus={() => onHover(node.id)}
        onBlur={() => onHover(undefined)}
      >
        <title>
          {`${visible(node.title)}${isReviewed ? ", reviewed" : ""}${node.repeatOf ? ", shown before" : ""}\n${visible(node.path)}`}
        </title>
        <rect x={x + 0.5} y={y + 0.5} width={width - 1} height={height - 1} rx={4} />
        <text x={x + 8} y={y + 14.5}>
          {title}
        </text>
        {isReviewed && (
          <path className="band-tick" d={`M${x + width - 17} ${y + 11}l3 3 6-7`} aria-hidden="true" />
        )}
      </a>
    </g>
  );
}

/** The edges in words, for who does not see the curves. */
function EdgeList({ page }: { readonly page: Page }) {
  const titles = new Map(page.picture.map((node) => [node.id, visible(node.title)]));
  if (page.edges.length === 0) return null;
  return (
    <ul className="sr" aria-label="Edges">
      {page.edges.map((edge) => (
        <li key={`${edge.from} ${edge.to} ${edge.label}`}>
          {titles.get(edge.from)} to {titles.get(edge.to)}: {visible(edge.label)}
        </li>
      ))}
    </ul>
  );
}
