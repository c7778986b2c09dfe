import { codeOf, KIND, textAt } from "./grammar.ts";
import { contentOf } from "./types.ts";
import { memberName, type Walk } from "./walk.ts";

/** `__all__ = […]` and `__all__ += […]`: what a star import of this module brings. */
export function readExports(walk: Walk, assignment: number, target: number): void {
  const { tree } = walk;
  if (codeOf(tree, target) !== KIND.identifier || textAt(tree, target) !== "__all__") return;
  readNames(walk, target, assignment);
}

/** `__all__.extend([…])` and `__all__.append("…")`. */
export function readExportCall(walk: Walk, call: number): void {
  const { tree } = walk;
  const callee = call + 1;
  const isMember = codeOf(tree, callee) === KIND.attribute && codeOf(tree, callee + 1) === KIND.identifier;
  if (!isMember || textAt(tree, callee + 1) !== "__all__") return;
  const method = textAt(tree, memberName(tree, callee));
  if (method === "extend" || method === "append") readNames(walk, callee, call);
}

/** Every string and every `module.__all__` after `from` and in `node`. */
function readNames(walk: Walk, from: number, node: number): void {
  const { tree, builder } = walk;
  const end = tree.next[node] as number;
  for (let row = tree.next[from] as number; row < end; row++) {
    const code = codeOf(tree, row);
    if (code === KIND.string) {
      const content = contentOf(tree, row);
      const name = content < 0 ? "" : textAt(tree, content);
      if (name !== "") builder.addExport({ nameNode: content, name, local: name });
    } else if (code === KIND.attribute && textAt(tree, memberName(tree, row)) === "__all__") {
      addAllOf(walk, row);
    }
  }
}

/** The list of another module stands for all that a star import of that brings. */
function addAllOf(walk: Walk, attribute: number): void {
  const { tree, builder } = walk;
  const module = attribute + 1;
  if (codeOf(tree, module) !== KIND.identifier) return;
  const known = walk.imports[builder.lookup(textAt(tree, module), module).import];
  if (known === undefined) return;
  const { specifier, imported } = known;
  const isPlain = imported === "" || specifier.endsWith(".");
  const whole = isPlain ? specifier + imported : `${specifier}.${imported}`;
  builder.addExport({ nameNode: attribute, name: "*", local: "", specifier: whole });
}
