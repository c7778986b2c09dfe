import { NONE } from "../../engine/index/index.ts";
import { F, K } from "./kinds.ts";
import { child, isCode, kind, literal, text, unwrap } from "./nodes.ts";
import { memberName } from "./paths.ts";
import type { Walk } from "./walk.ts";

/** Functions of `child_process` that start a program with a list of arguments, or a line of a shell. */
const starters = new Set(["fork", "spawn", "spawnSync", "execFile", "execFileSync", "exec", "execSync"]);
/** Functions of `vm` that run text. */
const textRunners = new Set(["runInThisContext", "runInNewContext", "runInContext", "compileFunction"]);
const processModules = new Set(["child_process", "node:child_process"]);
const workers = new Set(["Worker", "SharedWorker"]);
/** Programs that run the file that they are given. */
const runners = /(?:^|[/\s])(?:node|tsx|ts-node|bun|deno|nodemon|electron)(?:$|\s)|execPath$/u;
const sourceFile = /^[\w@./-]+\.[cm]?[jt]sx?$/u;

/** A call that starts a file of the project as a process or a worker of its own runs it, as an import does. */
export function noteStartedFile(walk: Walk, call: number, callee: number): void {
  const isMember = kind(walk, callee) === K.member_expression;
  const name = text(walk, isMember ? memberName(walk, callee) : callee);
  if (textRunners.has(name)) walk.builder.flag(call, "eval", name);
  if (!starters.has(name) || !isOfProcesses(walk, isMember ? callee + 1 : callee, call)) return;
  const given = argumentsOf(walk, call);
  const program = given[0] ?? NONE;
  if (name !== "fork" && !runners.test(literal(walk, program) ?? text(walk, program))) return;
  const isLine = name === "exec" || name === "execSync";
  const words = isLine ? (literal(walk, program) ?? "").split(/\s+/u) : [];
  let isFound = false;
  for (const word of words) isFound = runWritten(walk, call, program, word) || isFound;
  const places = name === "fork" ? given.slice(0, 1) : given.slice(1).flatMap((one) => itemsOf(walk, one));
  for (const place of isLine ? [] : places) isFound = runFile(walk, call, place) || isFound;
  if (!isFound) walk.builder.flag(call, "computed-import", name);
}

/** `new Worker("./file.js")`, `new Script(text)`, `new URL("./file.js", import.meta.url)`. */
export function noteStartedWorker(walk: Walk, node: number, callee: number): void {
  const isMember = kind(walk, callee) === K.member_expression;
  const name = text(walk, isMember ? memberName(walk, callee) : callee);
  if (isMember && name === "Script" && text(walk, callee + 1) === "vm") {
    walk.builder.flag(node, "eval", "vm.Script");
  }
  if (name === "URL") {
    const specifier = ofThisFile(walk, node);
    if (specifier !== undefined) addRun(walk, node, specifier);
  }
  if (!workers.has(name) || isDeclaredHere(walk, callee, node)) return;
  const [place = NONE] = argumentsOf(walk, node);
  if (place < 0 || runFile(walk, node, place)) return;
  walk.builder.flag(node, "computed-import", name);
}

/** The file at a place runs, where the text says which it is. */
function runFile(walk: Walk, call: number, place: number): boolean {
  const own = ofThisFile(walk, place);
  if (own === undefined) return runWritten(walk, call, place, literal(walk, place) ?? "");
  addRun(walk, call, own);
  return true;
}

/** What is written is looked for from where the program was started, which is not known of a file in a folder. */
function runWritten(walk: Walk, call: number, place: number, written: string): boolean {
  if (!sourceFile.test(written)) return false;
  addRun(walk, call, written.startsWith(".") ? written : `./${written}`);
  if (walk.builder.path.includes("/")) walk.builder.flag(place, "computed-import", written);
  return true;
}

function addRun(walk: Walk, node: number, specifier: string): void {
  walk.builder.addImport({ node, nameNode: node, specifier, kind: "dynamic", local: "" });
}

/** The path beside this file that `join(__dirname, "x.js")`, `new URL("x.js", import.meta.url)` or `require.resolve` gives. */
function ofThisFile(walk: Walk, written: number): string | undefined {
  const node = unwrap(walk, written);
  const code = kind(walk, node);
  if (code !== K.call_expression && code !== K.new_expression) return undefined;
  const given = argumentsOf(walk, node);
  const [first = NONE, second = NONE] = given;
  const callee = code === K.new_expression ? child(walk, node, F.constructor) : node + 1;
  const name = text(walk, callee);
  let parts: readonly (string | undefined)[] = [];
  if (name === "require.resolve") parts = [literal(walk, first)];
  else if (name === "URL" && text(walk, second) === "import.meta.url") parts = [literal(walk, first)];
  else if (/(?:^|\.)(?:join|resolve)$/u.test(name)) {
    const base = text(walk, first);
    if (base !== "__dirname" && base !== "import.meta.dirname") return undefined;
    parts = given.slice(1).map((one) => literal(walk, one));
  }
  if (parts.length === 0 || parts.includes(undefined)) return undefined;
  const path = parts.join("/");
  if (name !== "require.resolve" && !sourceFile.test(path)) return undefined;
  return path.startsWith(".") || name === "require.resolve" ? path : `./${path}`;
}

function isOfProcesses(walk: Walk, node: number, call: number): boolean {
  if (kind(walk, node) === K.call_expression) return /child_process["'`]\)$/u.test(text(walk, node));
  if (kind(walk, node) !== K.identifier) return false;
  const { import: entry } = walk.builder.lookup(text(walk, node), call);
  return entry !== NONE && processModules.has(walk.builder.specifierOf(entry) ?? "");
}

function isDeclaredHere(walk: Walk, callee: number, node: number): boolean {
  if (kind(walk, callee) !== K.identifier) return false;
  return walk.builder.lookup(text(walk, callee), node).declaration !== NONE;
}

function argumentsOf(walk: Walk, call: number): readonly number[] {
  const list = child(walk, call, F.arguments);
  return list < 0 ? [] : partsOf(walk, list);
}

function itemsOf(walk: Walk, node: number): readonly number[] {
  return kind(walk, node) === K.array ? partsOf(walk, node) : [node];
}

function partsOf(walk: Walk, list: number): readonly number[] {
  const found: number[] = [];
  const { tree } = walk;
  for (let at = list + 1; at < (tree.next[list] as number); at = tree.next[at] as number) {
    if (isCode(walk, at)) found.push(at);
  }
  return found;
}
