/** Programs that run the file that is named after them, or make a program of it. */
const runners: ReadonlySet<string> = new Set(
  `node nodejs tsx ts-node ts-node-esm ts-node-dev tsnd node-dev nodemon bun deno pm2 pm2-runtime forever electron
   esbuild tsup ncc rollup parcel swc-node babel-node vite-node jiti esno wrangler zx`.split(/\s+/u),
);

/** Options whose value is a file that is loaded too. */
const loads = /^(?:-r|--require|--import|--loader|--experimental-loader)$/u;
/** Options whose value is no file to run. */
const takesValue =
  /^(?:-w|--watch|-e|--ext|-i|--ignore|-P|--project|--tsconfig|--env-file|-c|--config|-o|--out\w*|-d|--dir|--delay|--name)$/u;
/** A script that is longer is no script that a person wrote. */
const maxLength = 4000;

/**
 * The files that a script of package.json runs. Nothing of it is run here: words after a program that runs files
 * are looked up. `fileOf` gives the file of the project that a word means.
 */
export function filesRun(script: string, fileOf: (word: string) => string | undefined): readonly string[] {
  if (script.length > maxLength) return [];
  const found: string[] = [];
  let isOpen = false;
  let before = "";
  for (const [word] of script.replaceAll(/["'`]/gu, " ").matchAll(/&&|\|\||[;&|]|[^\s;&|]+/gu)) {
    const name = word.slice(word.lastIndexOf("/") + 1);
    if (/^[;&|]/u.test(word)) isOpen = false;
    else if (runners.has(name) && !isOpen) isOpen = true;
    else if (isOpen && !word.startsWith("-")) {
      const file = takesValue.test(before) ? undefined : fileOf(word);
      if (file !== undefined) found.push(file);
      // What follows the file are words for the program.
      if (file !== undefined && !loads.test(before)) isOpen = false;
    }
    before = word;
  }
  return found;
}
