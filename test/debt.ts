// `npm run debt`: how many answers are written down as wrong today, by language, with their reasons.
import { wrongToday } from "./wrong-today.ts";

const byLanguage = new Map<string, string[]>();
for (const [name, answers] of Object.entries(wrongToday)) {
  const language = name.split("-")[0] as string;
  const lines = answers.map(({ answer, reason }) => `  ${name}: ${answer} (${reason})`);
  byLanguage.set(language, [...(byLanguage.get(language) ?? []), ...lines]);
}
for (const [language, lines] of [...byLanguage].sort())
  console.log([`${language}: ${lines.length}`, ...lines].join("\n"));
const total = [...byLanguage.values()].reduce((sum, lines) => sum + lines.length, 0);
console.log(`${total} wrong answers are written down.`);
