import { lineAt } from "../../kit/text.ts";
import type {
  Assignment,
  Declaration,
  DeclarationKind,
  DeclarationLevel,
  DynamicFlag,
  Export,
  FileIndex,
  Import,
  LineSpan,
  Reference,
  ReferenceRole,
  SourceProblem,
  TypeName,
} from "./file-index.ts";
import { INDEX_VERSION } from "./file-index.ts";
import { createFlowCollector, type FlowBuilder, type FlowCollector, type ReadValue } from "./flow-builder.ts";
import type { ReadSteps } from "./flow-order.ts";
import type { SourceFile } from "./language.ts";
import {
  addName,
  type Binding,
  latestIn,
  type NameSpace,
  newScope,
  resolveName,
  type Scope,
  type ScopeKind,
  scopeFor,
} from "./scopes.ts";
import { ERROR_KIND, MISSING, NONE, type SyntaxTree } from "./syntax-tree.ts";

export type { Binding, NameSpace, ScopeKind } from "./scopes.ts";

export interface NewDeclaration {
  /** The node of the name; gives the name's text and place. */
  readonly nameNode: number;
  /** The node of the whole declaration. */
  readonly node: number;
  /** Where it starts, when decorators stand before `node` and not inside. */
  readonly firstNode?: number;
  readonly kind: DeclarationKind;
  readonly level: DeclarationLevel;
  /** When the name is not the text of `nameNode`. */
  readonly name?: string;
  readonly owner?: string;
  readonly ofTrait?: string;
  /** The declaration around it, when that is not the innermost open one: the class of `self.x = …` in a method. */
  readonly parent?: number;
  readonly isExported?: boolean;
  readonly isInternal?: boolean;
  readonly isStatic?: boolean;
  readonly isAbstract?: boolean;
  readonly isRest?: boolean;
  readonly bases?: readonly TypeName[];
  readonly type?: TypeName;
  readonly results?: readonly TypeName[];
  /**
   * The scope that the name is put in: `here` (default), `function` (the nearest function or module: `var`),
   * `outer` (the scope around this one), or `none` (never found by its bare name: a method in Python).
   */
  readonly visibleIn?: "here" | "function" | "outer" | "none";
  /** The offset from which the name is seen, in languages where an earlier use means an outer name. Default 0. */
  readonly visibleFromOffset?: number;
  readonly space?: NameSpace;
}

/**
 * Collects the record of one file while a language walks its tree once, in row order. The language calls
 * `enter(node)` for each row that it visits: declarations and scopes that end before that row are closed.
 * References are bound at the end, so a use may come before the declaration.
 */
export interface IndexBuilder {
  readonly tree: SyntaxTree;
  enter(node: number): void;
  /** Adds a declaration; returns its index. It does not open it. */
  declare(declaration: NewDeclaration): number;
  /** In the current scope `name` means a declaration that was added before, by another name or elsewhere. */
  alias(name: string, declaration: number, space?: NameSpace): void;
  /** The declaration derives from more: what stands elsewhere than in it, as an assignment to its prototype. */
  extend(declaration: number, bases: readonly TypeName[]): void;
  /** What follows, up to the end of `node`, lies within the declaration. Only for functions, methods, classes and such. */
  openDeclaration(declaration: number, node: number): void;
  /** What follows, up to the end of `node`, lies in a new scope. */
  openScope(kind: ScopeKind, node: number): void;
  /**
   * What follows, up to the end of `node`, is evaluated outside the innermost scope though it stands inside:
   * a default value, the first iterable of a comprehension.
   */
  leaveScope(node: number): void;
  /** What follows, up to the end of `node`, does not count as within the innermost open declaration. */
  leaveDeclaration(node: number): void;
  /** Binds an import's local name in the current scope and adds it; returns its index. */
  addImport(entry: NewImport): number;
  addExport(entry: NewExport): number;
  /** Adds a use of the name at `nameNode`; returns its index. */
  refer(nameNode: number, role: ReferenceRole, through?: readonly string[], more?: ReferenceDetails): number;
  assign(entry: NewAssignment): void;
  /** A name holds a part of a value. Forgotten where no reference is made at the node of the value. */
  take(entry: NewTakenPart): void;
  flag(node: number, kind: DynamicFlag["kind"], name: string, prefix?: string): void;
  /** Notes a literal when it runs over a line end. */
  string(node: number): void;
  problem(node: number, kind: SourceProblem["kind"], detail: string): void;
  setPackage(name: string): void;
  /** Makes names of an enclosing function or the module, not new ones, of later `declare`s in this scope: Python's `global` and `nonlocal`. */
  redirect(name: string, to: "module" | "outer"): void;
  /** The innermost open declaration; -1 at the top level. */
  readonly within: number;
  /** What the name is bound to at this point, among what was declared so far: `{declaration, import}`, -1 for none. */
  lookup(name: string, node: number, spaces?: readonly NameSpace[]): Binding;
  /** What a `declare` of the name would meet in the scope that it is put in: -1 twice when it is new there. */
  bound(name: string, visibleIn?: "here" | "function"): Binding;
  lineOf(node: number): number;
  /** Of the file that is read. */
  readonly path: string;
  /** What an import names, by its index. */
  specifierOf(entry: number): string | undefined;
  /** Where values go. */
  readonly flow: FlowBuilder;
  finish(): FileIndex;
}

export interface ReferenceDetails {
  readonly argumentCount?: number;
  /** When the name is not the text of the node. */
  readonly name?: string;
  /** Where the name starts, when that is not the start of the node: a name inside a string. In UTF-16 units. */
  readonly startOffset?: number;
  /** Where the first name of the path is looked up: in the first of these spaces in which any scope has it. */
  readonly spaces?: readonly NameSpace[];
  /** The import that the path starts at, by index, when it is not looked up by its first name: `require("x").y`. */
  readonly import?: number;
}

export interface NewImport {
  readonly node: number;
  /** The node of the bound name or of the specifier. */
  readonly nameNode: number;
  readonly specifier: string;
  readonly kind: Import["kind"];
  readonly local: string;
  readonly imported?: string;
  readonly isTypeOnly?: boolean;
  readonly isReexport?: boolean;
  readonly isInternal?: boolean;
  readonly visibleIn?: "here" | "function";
  readonly space?: NameSpace;
}

export interface NewExport {
  readonly nameNode: number;
  readonly name: string;
  readonly local: string;
  readonly specifier?: string;
  readonly declaration?: number;
  readonly isTypeOnly?: boolean;
}

export interface NewAssignment {
  readonly node: number;
  readonly target: readonly string[];
  readonly declaration?: number;
  readonly value: Assignment["value"];
  readonly reference?: number;
  /** Instead of `reference`, when the walk has not come to it yet: the node that `refer` will be called with. */
  readonly referenceNode?: number;
  readonly position?: number;
}

export interface NewTakenPart {
  readonly declaration: number;
  /** The node that `refer` has been or will be called with; -1 for the value of the type around. */
  readonly referenceNode: number;
  readonly isCall: boolean;
  readonly steps: readonly string[];
}

/** Starts the record of one file. Without `readValue` the record says nothing of where values go. */
export function createIndexBuilder(
  file: SourceFile,
  tree: SyntaxTree,
  readValue?: ReadValue,
  readSteps?: ReadSteps,
): IndexBuilder {
  return new Builder(file, tree, readValue, readSteps);
}

/** A reference with what it takes to bind it at the end. */
interface OpenReference {
  readonly scope: Scope;
  readonly offset: number;
  readonly spaces: readonly NameSpace[] | undefined;
  readonly isBound: boolean;
  readonly reference: Mutable<Reference>;
}

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };

// Records are read far more often than written, and an object that was put together by spreading others into it
// is slow to read: each one below is written as a literal, to which rare fields are added.

const nothing: readonly never[] = [];

class Builder implements IndexBuilder {
  readonly tree: SyntaxTree;
  private readonly file: SourceFile;
  private readonly module: Scope;
  private scope: Scope;
  /** The scopes to go back to, each with the first row after the stretch that is open now. */
  private readonly openScopes: { back: Scope; end: number }[] = [];
  private readonly openDeclarations: { index: number; end: number }[] = [];
  private readonly declarations: Declaration[] = [];
  private readonly references: OpenReference[] = [];
  private readonly imports: Import[] = [];
  private readonly exports: Mutable<Export>[] = [];
  private readonly assignments: Mutable<Assignment>[] = [];
  private readonly parts: NewTakenPart[] = [];
  private readonly flags: DynamicFlag[] = [];
  private readonly strings: LineSpan[] = [];
  private readonly problems: SourceProblem[] = [];
  private packageName: string | undefined;
  readonly flow: FlowCollector;

  constructor(
    file: SourceFile,
    tree: SyntaxTree,
    readValue: ReadValue | undefined,
    readSteps: ReadSteps | undefined,
  ) {
    this.file = file;
    this.tree = tree;
    this.module = newScope("module", undefined);
    this.scope = this.module;
    this.flow = createFlowCollector(tree, this, readValue, readSteps);
    this.noteSyntaxErrors();
  }

  enter(node: number): void {
    let stretch = this.openScopes.at(-1);
    while (stretch !== undefined && node >= stretch.end) {
      this.scope = stretch.back;
      this.openScopes.pop();
      stretch = this.openScopes.at(-1);
    }
    let open = this.openDeclarations.at(-1);
    while (open !== undefined && node >= open.end) {
      this.openDeclarations.pop();
      open = this.openDeclarations.at(-1);
    }
  }

  get within(): number {
    return this.openDeclarations.at(-1)?.index ?? NONE;
  }

  declare(entry: NewDeclaration): number {
    const { tree } = this;
    const nameOffset = tree.start[entry.nameNode] as number;
    const startOffset = tree.start[entry.firstNode ?? entry.node] as number;
    const endOffset = tree.end[entry.node] as number;
    const line = this.lineAtOffset(nameOffset);
    const startLine = this.lineAtOffset(startOffset);
    // A node that swallows its line end stops at column 0 of the next line: it ends on the line before.
    const endsAtLineStart = endOffset > startOffset && tree.text.charCodeAt(endOffset - 1) === 10;
    const lastOffset = endsAtLineStart ? endOffset - 1 : endOffset;
    const endLine = this.lineAtOffset(lastOffset);
    const name = entry.name ?? tree.text.slice(nameOffset, tree.end[entry.nameNode]);
    const index = this.declarations.length;
    const declaration: Mutable<Declaration> = {
      name,
      kind: entry.kind,
      level: entry.level,
      parent: entry.parent ?? this.within,
      line,
      column: nameOffset - (tree.lineStarts[line] as number),
      startLine,
      endLine,
      startColumn: startOffset - (tree.lineStarts[startLine] as number),
      endColumn: lastOffset - (tree.lineStarts[endLine] as number),
      isExported: entry.isExported ?? false,
      isStatic: entry.isStatic ?? false,
      isAbstract: entry.isAbstract ?? false,
      bases: entry.bases ?? nothing,
      results: entry.results ?? nothing,
    };
    if (entry.owner !== undefined) declaration.owner = entry.owner;
    if (entry.ofTrait !== undefined) declaration.ofTrait = entry.ofTrait;
    if (entry.type !== undefined) declaration.type = entry.type;
    if (entry.isRest) declaration.isRest = true;
    if (entry.isInternal) declaration.isInternal = true;
    this.declarations.push(declaration);
    const scope = scopeFor(this.scope, name, entry.visibleIn ?? "here");
    if (scope !== undefined) {
      const visibleFromOffset = entry.visibleFromOffset ?? 0;
      addName(scope, name, { space: entry.space, declaration: index, import: NONE, visibleFromOffset });
    }
    return index;
  }

  alias(name: string, declaration: number, space?: NameSpace): void {
    addName(this.scope, name, { space, declaration, import: NONE, visibleFromOffset: 0 });
  }

  extend(declaration: number, bases: readonly TypeName[]): void {
    const one = this.declarations[declaration] as Mutable<Declaration> | undefined;
    // They come first: what is assigned to a prototype hides what it derives from.
    if (one !== undefined) one.bases = [...bases, ...one.bases];
  }

  openDeclaration(declaration: number, node: number): void {
    this.openDeclarations.push({ index: declaration, end: this.tree.next[node] as number });
  }

  openScope(kind: ScopeKind, node: number): void {
    this.switchScope(newScope(kind, this.scope), node);
  }

  leaveScope(node: number): void {
    this.switchScope(this.scope.parent ?? this.scope, node);
  }

  leaveDeclaration(node: number): void {
    const index = this.openDeclarations.at(-2)?.index ?? NONE;
    this.openDeclarations.push({ index, end: this.tree.next[node] as number });
  }

  private switchScope(to: Scope, node: number): void {
    this.openScopes.push({ back: this.scope, end: this.tree.next[node] as number });
    this.scope = to;
  }

  addImport(entry: NewImport): number {
    const index = this.imports.length;
    const nameOffset = this.tree.start[entry.nameNode] as number;
    const line = this.lineAtOffset(nameOffset);
    this.imports.push({
      specifier: entry.specifier,
      kind: entry.kind,
      local: entry.local,
      imported: entry.imported ?? (entry.kind === "default" ? "default" : ""),
      isTypeOnly: entry.isTypeOnly ?? false,
      startLine: this.lineOf(entry.node),
      endLine: this.lineAtOffset(this.tree.end[entry.node] as number),
      line,
      column: this.columnAt(nameOffset, line),
      within: this.within,
      isReexport: entry.isReexport ?? false,
      ...(entry.isInternal ? { isInternal: true } : {}),
    });
    if (entry.local !== "") {
      const scope = scopeFor(this.scope, entry.local, entry.visibleIn ?? "here");
      if (scope !== undefined) {
        addName(scope, entry.local, {
          space: entry.space,
          declaration: NONE,
          import: index,
          visibleFromOffset: 0,
        });
      }
    }
    return index;
  }

  addExport(entry: NewExport): number {
    const nameOffset = this.tree.start[entry.nameNode] as number;
    const line = this.lineAtOffset(nameOffset);
    const made: Mutable<Export> = {
      name: entry.name,
      local: entry.local,
      declaration: entry.declaration ?? NONE,
      import: NONE,
      isTypeOnly: entry.isTypeOnly ?? false,
      line,
      column: this.columnAt(nameOffset, line),
    };
    if (entry.specifier !== undefined) made.specifier = entry.specifier;
    this.exports.push(made);
    return this.exports.length - 1;
  }

  refer(
    nameNode: number,
    role: ReferenceRole,
    through: readonly string[] = nothing,
    more: ReferenceDetails = {},
  ): number {
    const offset = more.startOffset ?? (this.tree.start[nameNode] as number);
    const name = more.name ?? this.tree.text.slice(offset, this.tree.end[nameNode]);
    const line = this.lineAtOffset(offset);
    this.references.push({
      scope: this.scope,
      offset,
      spaces: more.spaces,
      isBound: more.import !== undefined,
      reference: {
        name,
        line,
        column: this.columnAt(offset, line),
        role,
        through,
        within: this.within,
        declaration: NONE,
        import: more.import ?? NONE,
        argumentCount: more.argumentCount ?? -1,
      },
    });
    if (this.awaited.size > 0) this.meet(nameNode, this.references.length - 1);
    this.flow.noteReference(nameNode, this.references.length - 1, role);
    return this.references.length - 1;
  }

  referenceAt(index: number): Reference {
    return (this.references[index] as OpenReference).reference;
  }

  isVariable(declaration: number): boolean {
    const one = this.declarations[declaration];
    const isOne = one?.kind === "variable" || one?.kind === "constant" || one?.kind === "parameter";
    return isOne && one.level !== "member";
  }

  assign(entry: NewAssignment): void {
    if (entry.referenceNode !== undefined) {
      const waiting = this.awaited.get(entry.referenceNode);
      if (waiting === undefined) this.awaited.set(entry.referenceNode, [this.assignments.length]);
      else waiting.push(this.assignments.length);
    }
    const offset = this.tree.start[entry.node] as number;
    const line = this.lineAtOffset(offset);
    this.assignments.push({
      target: entry.target,
      declaration: entry.declaration ?? NONE,
      value: entry.value,
      reference: entry.reference ?? NONE,
      position: entry.position ?? 0,
      within: this.within,
      line,
      column: this.columnAt(offset, line),
    });
  }

  take(entry: NewTakenPart): void {
    this.parts.push(entry);
  }

  flag(node: number, kind: DynamicFlag["kind"], name: string, prefix?: string): void {
    const offset = this.tree.start[node] as number;
    const line = this.lineAtOffset(offset);
    const column = this.columnAt(offset, line);
    const made: Mutable<DynamicFlag> = { kind, name, within: this.within, line, column };
    if (prefix !== undefined) made.prefix = prefix;
    this.flags.push(made);
  }

  string(node: number): void {
    const startLine = this.lineOf(node);
    const endLine = this.lineAtOffset(this.tree.end[node] as number);
    if (endLine > startLine) this.strings.push({ startLine, endLine });
  }

  problem(node: number, kind: SourceProblem["kind"], detail: string): void {
    this.problems.push({
      kind,
      detail,
      startLine: this.lineOf(node),
      endLine: this.lineAtOffset(this.tree.end[node] as number),
    });
  }

  setPackage(name: string): void {
    this.packageName = name;
  }

  redirect(name: string, to: "module" | "outer"): void {
    this.scope.redirects ??= new Map();
    this.scope.redirects.set(name, to);
  }

  get path(): string {
    return this.file.path;
  }

  specifierOf(entry: number): string | undefined {
    return this.imports[entry]?.specifier;
  }

  lookup(name: string, node: number, spaces?: readonly NameSpace[]): Binding {
    return resolveName(name, this.scope, this.tree.start[node] as number, spaces);
  }

  bound(name: string, visibleIn: "here" | "function" = "here"): Binding {
    const scope = scopeFor(this.scope, name, visibleIn);
    // Only a name that belongs to an enclosing function has no scope of its own here.
    if (scope === undefined) return resolveName(name, this.scope, Number.MAX_SAFE_INTEGER);
    return latestIn(scope, name);
  }

  lineOf(node: number): number {
    return this.lineAtOffset(this.tree.start[node] as number);
  }

  finish(): FileIndex {
    const references = this.references.map(({ reference, scope, offset, spaces, isBound }) => {
      if (isBound) return reference;
      const head = reference.through[0] ?? reference.name;
      const binding = resolveName(head, scope, offset, spaces);
      reference.declaration = binding.declaration;
      reference.import = binding.import;
      return reference;
    });
    const endOffset = Number.MAX_SAFE_INTEGER;
    for (const entry of this.exports) {
      if (entry.specifier !== undefined || entry.declaration !== NONE || entry.local === "") continue;
      const binding = resolveName(entry.local, this.module, endOffset);
      entry.declaration = binding.declaration;
      entry.import = binding.import;
    }
    const flow = this.flow.finish();
    const taken = this.parts.flatMap(({ declaration, referenceNode, isCall, steps }) => {
      const reference = referenceNode < 0 ? NONE : this.flow.referenceAtNode(referenceNode);
      return reference < 0 && referenceNode >= 0 ? [] : [{ declaration, reference, isCall, steps }];
    });
    return {
      version: INDEX_VERSION,
      path: this.file.path,
      language: this.file.language,
      blob: this.file.blob,
      lineCount: this.tree.lineStarts.length,
      ...(this.packageName === undefined ? {} : { packageName: this.packageName }),
      declarations: this.declarations,
      references,
      imports: this.imports,
      exports: this.exports,
      assignments: this.assignments,
      flags: this.flags,
      multilineStrings: this.strings,
      problems: this.problems,
      ...(flow === undefined ? {} : { flow }),
      ...(taken.length === 0 ? {} : { taken }),
    };
  }

  /** Assignments, by index, that wait for the reference at a node. */
  private readonly awaited = new Map<number, number[]>();

  private meet(nameNode: number, reference: number): void {
    const waiting = this.awaited.get(nameNode);
    if (waiting === undefined) return;
    this.awaited.delete(nameNode);
    for (const at of waiting) (this.assignments[at] as Mutable<Assignment>).reference = reference;
  }

  private columnAt(offset: number, line: number): number {
    return offset - (this.tree.lineStarts[line] as number);
  }

  /** Rows are visited in order, so the line is nearly always the last one or one of the next few. */
  private lineAtOffset(offset: number): number {
    const starts = this.tree.lineStarts;
    let line = this.lastLine;
    if ((starts[line] as number) > offset) line = lineAt(starts, offset);
    else {
      let steps = 0;
      while (line + 1 < starts.length && (starts[line + 1] as number) <= offset) {
        line++;
        if (++steps > 16) {
          line = lineAt(starts, offset);
          break;
        }
      }
    }
    this.lastLine = line;
    return line;
  }
  private lastLine = 0;

  private noteSyntaxErrors(): void {
    const { tree } = this;
    const { kind, flags, next, size } = tree;
    const namedKinds = tree.kindNames.length;
    const errorKind = tree.kindNames.indexOf(ERROR_KIND);
    for (let node = 0; node < size; ) {
      const isMissing = ((flags[node] as number) & MISSING) !== 0;
      const isError = (kind[node] as number) >= namedKinds || kind[node] === errorKind;
      if (isError || isMissing) {
        this.problem(node, "syntax-error", isMissing ? "something is missing here" : "this does not parse");
        node = next[node] as number;
      } else node++;
    }
    if (tree.cut === undefined || tree.cut.length === 0) return;
    for (const node of tree.cut) {
      this.problem(node, "too-deep", "what nests deeper than this is not read");
    }
    this.problems.sort((one, other) => one.startLine - other.startLine);
  }
}
