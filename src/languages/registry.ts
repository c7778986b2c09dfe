import { go } from "./go/go.ts";
import { java } from "./java/java.ts";
import { javascript, tsx, typescript } from "./javascript/javascript.ts";
import type { LanguagePack } from "./language-pack.ts";
import { python } from "./python/python.ts";
import { rust } from "./rust/rust.ts";

/** Every language the product reads. The one place to list a new one. */
export const allLanguages: readonly LanguagePack[] = [typescript, tsx, javascript, go, java, python, rust];
