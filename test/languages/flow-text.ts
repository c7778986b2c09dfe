import {
  ALL_ENTRIES,
  ARGUMENT_SIZE,
  argumentHow,
  CALL_SIZE,
  CALLABLE_SIZE,
  declarationPath,
  ENTRY_SIZE,
  type FileIndex,
  PARAMETER_SIZE,
  parameterHow,
  readValue,
  STORE_SIZE,
  type ValueFlow,
  type ValueId,
} from "../../src/engine/index/index.ts";

/**
 * The section `flow` of a record as lines that a person can read, in the order of its lists: calls as
 * `3: table["a"](f, key=g, *rest)`, functions as `f(x, *rest) gives x`, stores as `a.b = f`. A line counts from 1; `~`
 * stands for an unknown value, `_` for none, `fn:3` for a function without a name at that line, `name@f` for the
 * declaration of that path.
 */
export function flowText(file: FileIndex): string[] {
  const { flow } = file;
  if (flow === undefined) return [];
  const rows = (column: Int32Array, size: number): number[] =>
    Array.from({ length: column.length / size }, (_, row) => row * size);
  return [
    ...rows(flow.calls, CALL_SIZE).map((at) => `${callLine(file, flow, at)}: ${callText(file, flow, at)}`),
    ...rows(flow.callables, CALLABLE_SIZE).map((at) => callableText(file, flow, at)),
    ...rows(flow.stores, STORE_SIZE).map(
      (at) =>
        `${valueText(file, flow, flow.stores[at] as ValueId)} = ${valueText(file, flow, flow.stores[at + 1] as ValueId)}`,
    ),
  ];
}

function callLine(file: FileIndex, flow: ValueFlow, at: number): number {
  const value = readValue(flow, flow.calls[at] as ValueId);
  const reference = value.kind === "reference" || value.kind === "member" ? value.reference : -1;
  return (file.references[reference]?.line ?? (flow.calls[at + 2] as number)) + 1;
}

function callText(file: FileIndex, flow: ValueFlow, at: number): string {
  const start = flow.calls[at + CALL_SIZE - 1] as number;
  const end = flow.calls[at + CALL_SIZE + CALL_SIZE - 1] ?? flow.arguments.length / ARGUMENT_SIZE;
  const given: string[] = [];
  for (let one = start; one < end; one++) {
    const text = valueText(file, flow, flow.arguments[one * ARGUMENT_SIZE] as ValueId);
    const how = flow.arguments[one * ARGUMENT_SIZE + 1] as number;
    if (how >= 0) given.push(`${flow.names[how]}=${text}`);
    else given.push((how === argumentHow.position ? "" : how === argumentHow.spread ? "*" : "**") + text);
  }
  const callee = valueText(file, flow, flow.calls[at] as ValueId);
  return `${flow.calls[at + 1] === 1 ? "new " : ""}${callee}(${given.join(", ")})`;
}

function callableText(file: FileIndex, flow: ValueFlow, at: number): string {
  const [parameterStart, returnStart] = [flow.callables[at + 5] as number, flow.callables[at + 6] as number];
  const next = at + CALLABLE_SIZE;
  const parameterEnd = flow.callables[next + 5] ?? flow.parameters.length / PARAMETER_SIZE;
  const returnEnd = flow.callables[next + 6] ?? flow.returns.length;
  const parameters: string[] = [];
  for (let one = parameterStart; one < parameterEnd; one++) {
    const how = flow.parameters[one * PARAMETER_SIZE + 1];
    const name = file.declarations[flow.parameters[one * PARAMETER_SIZE] as number]?.name ?? "{}";
    parameters.push(
      (how === parameterHow.rest ? "*" : how === parameterHow.restKeywords ? "**" : "") +
        name +
        (how === parameterHow.keywordOnly ? "=" : ""),
    );
  }
  const gives = [...flow.returns.slice(returnStart, returnEnd)].map((value) => valueText(file, flow, value));
  const receiver = ["", " of a value", " of a value or type"][flow.callables[at + 4] as number];
  const text = `${callableName(file, flow, at)}(${parameters.join(", ")})${receiver}`;
  return gives.length === 0 ? text : `${text} gives ${gives.join(" | ")}`;
}

function callableName(file: FileIndex, flow: ValueFlow, at: number): string {
  const declaration = flow.callables[at] as number;
  if (declaration >= 0) return declarationPath(file, declaration).join(".");
  return `fn:${(flow.callables[at + 2] as number) + 1}`;
}

function valueText(file: FileIndex, flow: ValueFlow, id: ValueId): string {
  const value = readValue(flow, id);
  switch (value.kind) {
    case "nothing":
      return "_";
    case "unknown":
      return "~";
    case "reference": {
      const one = file.references[value.reference];
      return [...(one?.through ?? []), one?.name].join(".");
    }
    case "result":
      return callText(file, flow, value.call * CALL_SIZE);
    case "callable":
      return callableName(file, flow, value.callable * CALLABLE_SIZE);
    case "declaration":
      return `name@${declarationPath(file, value.declaration).join(".")}`;
    case "instance":
      return `a ${declarationPath(file, value.declaration).join(".")}`;
    case "argument":
      return `${callableName(file, flow, value.callable * CALLABLE_SIZE)}#${value.position}`;
    case "member":
      return `${valueText(file, flow, value.base)}.${value.name}`;
    case "element":
      return `${valueText(file, flow, value.base)}[${value.key === undefined ? "" : JSON.stringify(value.key)}]`;
    case "object":
    case "either": {
      const parts: string[] = [];
      for (let at = value.start; at < value.end; at++) {
        const key = flow.entries[at * ENTRY_SIZE] as number;
        const text = valueText(file, flow, flow.entries[at * ENTRY_SIZE + 1] as ValueId);
        parts.push(key === ALL_ENTRIES ? `...${text}` : key < 0 ? text : `${flow.names[key]}: ${text}`);
      }
      return value.kind === "object" ? `{${parts.join(", ")}}` : parts.join(" or ");
    }
  }
}
