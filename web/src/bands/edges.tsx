import type { Page } from "../../../src/wire/api.ts";
import { visible } from "../shell/visible.ts";
import { edgePath, fitText, type Picture, type PlacedNode } from "./layout.ts";
import { textWidth } from "./text-width.ts";

interface EdgesProps {
  readonly picture: Picture;
  readonly edges: Page["edges"];
  readonly present: string;
  readonly hovered: string | undefined;
}

/** Curves between nodes; those of the present node carry their label always, others while pointed at. */
export function Edges({ picture, edges, present, hovered }: EdgesProps) {
  const drawn = edges.flatMap((edge) => {
    const from = picture.placed.get(edge.from);
    const to = picture.placed.get(edge.to);
    if (!from || !to) return [];
    const isOwn = edge.from === present || edge.to === present;
    const isPointed = hovered !== undefined && (edge.from === hovered || edge.to === hovered);
    return [{ edge, from, to, isOwn, isPointed }];
  });
  const focus = hovered ?? present;
  const incoming = drawn.filter(({ edge }) => edge.to === focus).length;
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: curves and their labels take no focus; a list has their words
    <g aria-hidden="true">
      {drawn.map(({ edge, from, to, isOwn, isPointed }) => (
        <path
          key={`${edge.from} ${edge.to} ${edge.label}`}
          className="edge"
          data-own={isOwn || undefined}
          data-pointed={isPointed || undefined}
          d={edgePath(from, to)}
        >
          <title>{visible(edge.label)}</title>
        </path>
      ))}
      {drawn
        .filter(({ isOwn, isPointed }) => (hovered === undefined ? isOwn : isPointed))
        .map(({ edge, from, to }) => (
          <EdgeLabel
            key={`${edge.from} ${edge.to} ${edge.label}`}
            text={visible(edge.label)}
            from={from}
            to={to}
            // The end where curves lie apart: that of the other node, or the own one where only one arrives.
            end={edge.from === focus || (incoming === 1 && isAtEdge(to, picture)) ? "to" : "from"}
            isFree={edge.from !== focus || isAtEdge(to, picture)}
            room={picture.gap - 8}
          />
        ))}
    </g>
  );
}

/** In a band of two columns the nodes of the second have the first at their left. */
function isAtEdge(node: PlacedNode, picture: Picture): boolean {
  return picture.bands.some((band) => band.band === node.node.band && band.x === node.x);
}

interface EdgeLabelProps {
  readonly text: string;
  readonly from: PlacedNode;
  readonly to: PlacedNode;
  readonly end: "from" | "to";
  /** There is room for it; else its words are in the list and the tooltip alone. */
  readonly isFree: boolean;
  /** What is free between two bands. */
  readonly room: number;
}

function EdgeLabel({ text, from, to, end, isFree, room }: EdgeLabelProps) {
  if (!isFree) return null;
  const label = fitText(text, room, (part) => textWidth(part, "caption"));
  const node = end === "to" ? to : from;
  return (
    <text
      className="edge-label"
      x={end === "to" ? to.x - 4 : from.x + from.width + 4}
      y={node.y + node.height / 2 - 5}
      textAnchor={end === "to" ? "end" : "start"}
    >
      {label}
    </text>
  );
}
