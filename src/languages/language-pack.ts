import type { LanguageLinks } from "../engine/graph/graph.ts";
import type { LanguageSyntax } from "../engine/index/index.ts";

/** All that Headwater knows of one language. */
export interface LanguagePack extends LanguageSyntax, LanguageLinks {}
