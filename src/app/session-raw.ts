import { UserError } from "../kit/errors.ts";
import { RAW_BYTES } from "./session-limits.ts";

/** The kinds of image that the page shows, by how a path ends. An SVG is shown in an <img>, where it runs nothing. */
const imageTypes: ReadonlyMap<string, string> = new Map([
  ["png", "image/png"],
  ["jpg", "image/jpeg"],
  ["jpeg", "image/jpeg"],
  ["gif", "image/gif"],
  ["webp", "image/webp"],
  ["svg", "image/svg+xml"],
]);

export interface RawImage {
  readonly type: string;
  readonly bytes: Uint8Array;
}

/** The media type of a path that the page may show as an image. Throws `not-found`. */
export function imageType(path: string): string {
  const type = imageTypes.get(path.slice(path.lastIndexOf(".") + 1).toLowerCase());
  if (type === undefined) throw new UserError("not-found", `${path} is not an image that the page can show.`);
  return type;
}

/** The image, if its bytes are what its name says. Throws `too-large` and `not-found`. */
export function rawImage(path: string, bytes: Uint8Array): RawImage {
  const type = imageType(path);
  if (bytes.byteLength > RAW_BYTES) {
    throw new UserError(
      "too-large",
      `${path} has ${bytes.byteLength} bytes; images up to ${RAW_BYTES} are shown.`,
    );
  }
  if (type !== "image/svg+xml" && !beginsLikeAnImage(bytes)) {
    throw new UserError("not-found", `${path} is named like an image and is none.`);
  }
  return { type, bytes };
}

function beginsLikeAnImage(bytes: Uint8Array): boolean {
  const start = Buffer.from(bytes.subarray(0, 12)).toString("latin1");
  return (
    start.startsWith("\x89PNG") ||
    start.startsWith("\xff\xd8\xff") ||
    start.startsWith("GIF8") ||
    (start.startsWith("RIFF") && start.endsWith("WEBP"))
  );
}
