import type { Page } from "../../../src/wire/api.ts";
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
  return (
    <g aria-hidden="true">
      {drawn.map(({ edge, from, to, isOwn, isPointed }) => (
        <path
          key={`${edge.from} ${edge.to} ${edge.label}`}
          className="edge"
          data-own={isOwn || undefined}
          data-pointed={isPointed || undefined}
          d={edgePath(from, to)}
        >
          <title>{edge.label}</title>
        </path>
      ))}
      {drawn
        .filter(({ isOwn, isPointed }) => (hovered === undefined ? isOwn : isPointed))
        .map(({ edge, from, to }) => (
          <EdgeLabel
            key={`${edge.from} ${edge.to} ${edge.label}`}
            text={edge.label}
            from={from}
            to={to}
            isFromFocus={edge.from === focus}
            room={picture.gap - 8}
          />
        ))}
    </g>
  );
}

interface EdgeLabelProps {
  readonly text: string;
  readonly from: PlacedNode;
  readonly to: PlacedNode;
  readonly isFromFocus: boolean;
  /** What is free between two bands. */
  readonly room: number;
}

/** Written beside the far end, where the curves of one node lie apart. */
function EdgeLabel({ text, from, to, isFromFocus, room }: EdgeLabelProps) {
  const start = from.x + from.width;
  const label = fitText(text, room, (part) => textWidth(part, "caption"));
  const far = isFromFocus ? to : from;
  return (
    <text
      className="edge-label"
      x={isFromFocus ? to.x - 4 : start + 4}
      y={far.y + far.height / 2 - 5}
      textAnchor={isFromFocus ? "end" : "start"}
    >
      {label}
    </text>
  );
}
