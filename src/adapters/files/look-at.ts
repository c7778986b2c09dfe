import { lstatSync, realpathSync, statSync } from "node:fs";
import { sep } from "node:path";
import { codeOf, whyNot } from "./read-file.ts";

/** What lies at a path. A link counts as the file that it leads to, as long as that lies below `root`. */
export type Look =
  | { readonly kind: "file"; readonly sizeBytes: number; readonly isLink: boolean }
  | { readonly kind: "folder"; readonly isLink: boolean }
  | { readonly kind: "gone"; readonly detail: string }
  | { readonly kind: "unreadable"; readonly detail: string };

/** @param root  a real path, without links */
export function lookAt(root: string, path: string): Look {
  try {
    const info = lstatSync(path);
    if (info.isFile()) return { kind: "file", sizeBytes: info.size, isLink: false };
    if (info.isDirectory()) return { kind: "folder", isLink: false };
    return info.isSymbolicLink() ? followLink(root, path) : otherThing;
  } catch (error) {
    const detail = whyNot(error);
    return codeOf(error) === "ENOENT" ? { kind: "gone", detail } : { kind: "unreadable", detail };
  }
}

function followLink(root: string, path: string): Look {
  try {
    const real = realpathSync(path);
    if (real !== root && !real.startsWith(root.endsWith(sep) ? root : root + sep)) {
      return { kind: "unreadable", detail: "It is a link that leads out of the project." };
    }
    const info = statSync(real);
    if (info.isDirectory()) return { kind: "folder", isLink: true };
    return info.isFile() ? { kind: "file", sizeBytes: info.size, isLink: true } : otherThing;
  } catch (error) {
    const isDangling = codeOf(error) === "ENOENT";
    return { kind: "unreadable", detail: isDangling ? "It is a link that leads nowhere." : whyNot(error) };
  }
}

const otherThing: Look = { kind: "unreadable", detail: "It is no regular file." };
