import { createCssVariablesTheme, createHighlighterCore, type HighlighterCore } from "shiki/core";
import { createJavaScriptRegexEngine } from "shiki/engine/javascript";
import { COLOUR_LINE_CHARS } from "../budgets.ts";
import { type ColourAnswer, type ColourJob, colourKinds } from "./kinds.ts";
import { grammars } from "./languages.ts";

/*
 * Colours code away from the page's thread. The theme names its colours instead of giving them, so that
 * one answer serves the light and the dark theme.
 */
const theme = createCssVariablesTheme({ name: "names", variablePrefix: "--", fontStyle: false });
const numbers = new Map(colourKinds.map((kind, number) => [`var(--token-${kind})`, number]));

let highlighter: Promise<HighlighterCore> | undefined;
const loaded = new Map<string, Promise<void>>();

self.addEventListener("message", (event: MessageEvent<ColourJob>) => {
  void answer(event.data).then((result) => self.postMessage(result));
});

async function answer(job: ColourJob): Promise<ColourAnswer> {
  try {
    highlighter ??= createHighlighterCore({
      themes: [theme],
      langs: [],
      engine: createJavaScriptRegexEngine({ forgiving: true }),
    });
    const core = await highlighter;
    await load(core, job.language);
    return { id: job.id, lines: colour(core, job) };
  } catch (error) {
    // A grammar may stumble over any text. The lines then stay plain, and the page says so nowhere: it is only colour.
    return { id: job.id, lines: [], failure: error instanceof Error ? error.message : String(error) };
  }
}

function load(core: HighlighterCore, language: string): Promise<void> {
  const known = loaded.get(language);
  if (known) return known;
  const grammar = grammars[language];
  if (!grammar) return Promise.reject(new Error(`No grammar for ${language}.`));
  const loading = grammar().then((module) => core.loadLanguage(module.default as never));
  loaded.set(language, loading);
  return loading;
}

function colour(core: HighlighterCore, job: ColourJob): number[][] {
  const text = [...job.lead, ...job.lines].join("\n");
  const lines = core.codeToTokensBase(text, {
    lang: job.language,
    theme: "names",
    tokenizeMaxLineLength: COLOUR_LINE_CHARS,
  });
  return lines.slice(job.lead.length).map((tokens) => {
    const flat: number[] = [];
    let end = 0;
    for (const token of tokens) {
      end += token.content.length;
      const number = numbers.get(token.color ?? "") ?? 0;
      // Neighbours of one colour are one stretch: fewer nodes on the page.
      if (flat.at(-1) === number) flat[flat.length - 2] = end;
      else flat.push(end, number);
    }
    return flat;
  });
}
