import type { Page } from "../../../src/wire/api.ts";

export type Band = Page["placement"]["band"];
export type PictureNode = Page["picture"][number];

/** Always in this order, core in the middle. */
export const bandOrder: readonly Band[] = [
  "upstream",
  "upstream-changed",
  "core",
  "downstream-changed",
  "downstream",
];

export interface PlacedNode {
  readonly node: PictureNode;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface PlacedBand {
  readonly band: Band;
  readonly x: number;
  readonly width: number;
  readonly nodes: readonly PlacedNode[];
  /** How many nodes are folded, and where the line that says so stands. */
  readonly more: number;
  readonly moreAt: { readonly x: number; readonly y: number; readonly width: number };
}

export interface Picture {
  readonly width: number;
  readonly height: number;
  /** Between two bands. */
  readonly gap: number;
  readonly bands: readonly PlacedBand[];
  readonly placed: ReadonlyMap<string, PlacedNode>;
}

export interface LayoutOptions {
  readonly width: number;
  /** The node that is never folded. */
  readonly present: string;
  readonly mostNodes: number;
  /** Bands that the reader opened. */
  readonly opened: ReadonlySet<Band>;
}

const HEAD = 20;
const NODE_HEIGHT = 21;
const STEP = 25;
/** Six steps and the head stay below 180 pixels. */
const ROWS = 6;

/**
 * Lays out the five bands: columns in fixed order, an empty one narrow, one with many nodes in two
 * sub-columns. A band over the limit folds its last nodes; the present one is kept in sight.
 */
export function layoutBands(nodes: readonly PictureNode[], options: LayoutOptions): Picture {
  const byBand = bandOrder.map((band) => nodes.filter((node) => node.band === band));
  const gap = Math.max(28, Math.min(110, options.width * 0.09));
  const widths = bandWidths(
    byBand.map((own) => own.length),
    options.width - gap * (bandOrder.length - 1),
  );
  const placed = new Map<string, PlacedNode>();
  let x = 0;
  let height = 0;
  const bands = bandOrder.map((band, i) => {
    const width = widths[i]!;
    const columns = byBand[i]!.length > ROWS && width >= 200 ? 2 : 1;
    const most = options.opened.has(band) ? byBand[i]!.length : Math.min(options.mostNodes, columns * ROWS);
    const { nodes, more } = foldNodes(byBand[i]!, most, options.present);
    const rows = Math.ceil((nodes.length + (more > 0 ? 1 : 0)) / columns);
    const cell = (width - (columns - 1) * 8) / columns;
    const at = (index: number) => ({
      x: x + Math.floor(index / rows) * (cell + 8),
      y: HEAD + (index % rows) * STEP,
      width: cell,
    });
    const placedNodes = nodes.map((node, index) => ({ node, ...at(index), height: NODE_HEIGHT }));
    for (const each of placedNodes) placed.set(each.node.id, each);
    height = Math.max(height, HEAD + rows * STEP);
    const placedBand: PlacedBand = { band, x, width, nodes: placedNodes, more, moreAt: at(nodes.length) };
    x += width + gap;
    return placedBand;
  });
  const used = x - gap;
  return centre({ width: used, height: Math.max(height, HEAD + STEP), gap, bands, placed });
}

/** An empty band keeps the room of its name; one with many nodes gets more than one with few. */
function bandWidths(counts: readonly number[], width: number): number[] {
  const emptyWidth = width > 560 ? 106 : 56;
  const weightOf = (count: number) => (count === 0 ? 0 : count > ROWS ? 1.7 : 1);
  const empties = counts.filter((count) => count === 0).length;
  const weights = counts.reduce((sum, count) => sum + weightOf(count), 0);
  const unit = (width - empties * emptyWidth) / Math.max(1, weights);
  return counts.map((count) => {
    if (count === 0) return emptyWidth;
    // A single node need not be as wide as the window.
    return Math.max(40, Math.min(unit * weightOf(count), count > ROWS ? 480 : 240));
  });
}

function foldNodes(all: readonly PictureNode[], most: number, presentId: string) {
  if (all.length <= most) return { nodes: all, more: 0 };
  const kept = all.slice(0, most - 1);
  const present = all.find((node) => node.id === presentId);
  if (present && !kept.includes(present)) kept[kept.length - 1] = present;
  return { nodes: kept, more: all.length - kept.length };
}

/** Bands with fewer nodes stand in the middle of the height, so that edges run level. */
function centre(picture: Picture): Picture {
  const placed = new Map<string, PlacedNode>();
  const bands = picture.bands.map((band) => {
    const lowest = Math.max(
      ...band.nodes.map((node) => node.y + STEP),
      band.more > 0 ? band.moreAt.y + STEP : 0,
      HEAD,
    );
    const shift = Math.floor((picture.height - lowest) / 2);
    const nodes = band.nodes.map((node) => ({ ...node, y: node.y + shift }));
    for (const node of nodes) placed.set(node.node.id, node);
    return { ...band, nodes, moreAt: { ...band.moreAt, y: band.moreAt.y + shift } };
  });
  return { ...picture, bands, placed };
}

/** A gentle curve from the right side of one node to the left side of another. */
export function edgePath(from: PlacedNode, to: PlacedNode): string {
  const [x1, y1] = [from.x + from.width, from.y + from.height / 2];
  const [x2, y2] = [to.x, to.y + to.height / 2];
  const bend = Math.max(16, Math.abs(x2 - x1) / 2);
  return `M${round(x1)} ${round(y1)}C${round(x1 + bend)} ${round(y1)} ${round(x2 - bend)} ${round(y2)} ${round(x2)} ${round(y2)}`;
}

function round(number: number): number {
  return Math.round(number * 10) / 10;
}

/** The longest beginning of a text that fits, with an ellipsis where it is cut. */
export function fitText(text: string, width: number, measure: (text: string) => number): string {
  if (measure(text) <= width) return text;
  let low = 0;
  let high = text.length;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (measure(`${text.slice(0, middle).trimEnd()}…`) <= width) low = middle;
    else high = middle - 1;
  }
  return low === 0 ? "" : `${text.slice(0, low).trimEnd()}…`;
}
