/** One file of a diff as a test makes it up. Bytes are written one a character. */
export interface MadeFile {
  readonly path: string;
  readonly oldPath?: string;
  readonly status: "added" | "deleted" | "modified" | "renamed";
  readonly hunks: readonly MadeHunk[];
}

export interface MadeHunk {
  /** Unchanged lines between the hunk before and this one. */
  readonly gap: number;
  readonly section: string;
  readonly lines: readonly MadeLine[];
}

export interface MadeLine {
  readonly kind: " " | "+" | "-";
  readonly text: string;
}

export interface PrintOptions {
  /** The last line of each file has no newline. */
  readonly endsOpen?: boolean;
}

/** Prints files as git does, names quoted where it quotes them. */
export function printDiff(files: readonly MadeFile[], options: PrintOptions = {}): Uint8Array {
  return Buffer.from(files.map((file) => printFile(file, options)).join(""), "latin1");
}

function printFile(file: MadeFile, options: PrintOptions): string {
  const old = file.oldPath ?? file.path;
  const header = [`diff --git ${quoteName(`a/${old}`)} ${quoteName(`b/${file.path}`)}`];
  if (file.status === "added") header.push("new file mode 100644");
  if (file.status === "deleted") header.push("deleted file mode 100644");
  if (file.status === "renamed") {
    header.push("similarity index 60%", `rename from ${quoteName(old)}`, `rename to ${quoteName(file.path)}`);
  }
  if (file.hunks.length > 0) {
    const absent = "0".repeat(40);
    const [oldBlob, newBlob] = [
      file.status === "added" ? absent : "a".repeat(40),
      file.status === "deleted" ? absent : "b".repeat(40),
    ];
    header.push(
      `index ${oldBlob}..${newBlob}${file.status === "modified" || file.status === "renamed" ? " 100644" : ""}`,
    );
    header.push(`--- ${file.status === "added" ? "/dev/null" : markName(`a/${old}`)}`);
    header.push(`+++ ${file.status === "deleted" ? "/dev/null" : markName(`b/${file.path}`)}`);
  }
  let oldLine = 1;
  let newLine = 1;
  const hunks = file.hunks.map((hunk, i) => {
    oldLine += hunk.gap;
    newLine += hunk.gap;
    const oldCount = hunk.lines.filter((line) => line.kind !== "+").length;
    const newCount = hunk.lines.filter((line) => line.kind !== "-").length;
    const range = (start: number, count: number) =>
      `${count === 0 ? start - 1 : start}${count === 1 ? "" : `,${count}`}`;
    const title = `@@ -${range(oldLine, oldCount)} +${range(newLine, newCount)} @@${hunk.section && ` ${hunk.section}`}`;
    oldLine += oldCount;
    newLine += newCount;
    const isLast = i === file.hunks.length - 1;
    const body = hunk.lines.map((line, k) => {
      const isEnd = isLast && options.endsOpen === true && isLastOfItsSide(hunk.lines, k);
      return `${line.kind}${line.text}\n${isEnd ? "\\ No newline at end of file\n" : ""}`;
    });
    return `${title}\n${body.join("")}`;
  });
  return `${header.join("\n")}\n${hunks.join("")}`;
}

/** Whether no later line belongs to a side that this line belongs to. */
export function isLastOfItsSide(lines: readonly MadeLine[], at: number): boolean {
  const kind = lines[at]?.kind;
  const later = lines.slice(at + 1);
  const hasOld = later.some((line) => line.kind !== "+");
  const hasNew = later.some((line) => line.kind !== "-");
  if (kind === " ") return !hasOld && !hasNew;
  return kind === "-" ? !hasOld : !hasNew;
}

function markName(name: string): string {
  const quoted = quoteName(name);
  return quoted === name && /[ ]/.test(name) ? `${name}\t` : quoted;
}

function quoteName(name: string): string {
  if (!/[\0-\x1f"\\\x7f-\xff]/.test(name)) return name;
  const escaped = name.replace(/[\0-\x1f"\\\x7f-\xff]/g, (sign) => {
    const known = { "\t": "\\t", "\n": "\\n", "\r": "\\r", '"': '\\"', "\\": "\\\\" }[sign];
    return known ?? `\\${sign.charCodeAt(0).toString(8).padStart(3, "0")}`;
  });
  return `"${escaped}"`;
}
