const fonts = {
  node: "12px system-ui, sans-serif",
  strong: "600 12px system-ui, sans-serif",
  caption: "11px system-ui, sans-serif",
} as const;

/** How wide a text is drawn, in pixels. Kept, since every page asks for the same names. */
export function textWidth(text: string, font: keyof typeof fonts): number {
  const key = `${font} ${text}`;
  const known = widths.get(key);
  if (known !== undefined) return known;
  pencil ??= document.createElement("canvas").getContext("2d");
  if (!pencil) return text.length * 6.5;
  pencil.font = fonts[font];
  const width = pencil.measureText(text).width;
  if (widths.size > 5000) widths.clear();
  widths.set(key, width);
  return width;
}

const widths = new Map<string, number>();
let pencil: CanvasRenderingContext2D | null | undefined;
