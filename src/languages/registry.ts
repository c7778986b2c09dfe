import type { LanguagePack } from "./language-pack.ts";

/** Every language the product reads. The one place to list a new one. */
export const allLanguages: readonly LanguagePack[] = [];
