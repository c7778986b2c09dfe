/** What a pom.xml or a Gradle build says of its module. */
export interface ModuleFacts {
  /** Its own name, by which other modules of the project depend on it. */
  readonly name: string;
  /** Classes whose `main` starts a program, as "a.b.Main". */
  readonly mainClasses: readonly string[];
  /** Groups and names of what it depends on. */
  readonly dependencies: readonly { readonly group: string; readonly name: string }[];
  /** `library`: made to be used by others. `program`: not. `open`: it does not say. */
  readonly purpose: "library" | "program" | "open";
}

/** Reads a pom.xml as text: no entity, no parent and no profile is looked up. */
export function readPom(text: string): ModuleFacts {
  const pom = text.replaceAll(/<!--[\s\S]*?-->/gu, "");
  const own = without(pom, [
    "parent",
    "dependencies",
    "dependencyManagement",
    "build",
    "profiles",
    "reporting",
  ]);
  const value = (written: string): string =>
    written.replaceAll(/\$\{([\w.-]+)\}/gu, (whole, name: string) => inTag(own, name) ?? whole);
  const mains = pom.matchAll(
    /<(mainClass|start-class|exec\.mainClass|main\.class|Main-Class)>\s*([^<\s]+)\s*<\/\1>/gu,
  );
  const dependencies = [
    ...without(pom, ["dependencyManagement", "plugins"]).matchAll(/<dependency>([\s\S]*?)<\/dependency>/gu),
  ].map((match) => ({
    group: value(inTag(match[1] as string, "groupId") ?? ""),
    name: value(inTag(match[1] as string, "artifactId") ?? ""),
  }));
  const packaging = inTag(own, "packaging") ?? "jar";
  return {
    name: inTag(own, "artifactId") ?? "",
    mainClasses: [...mains].map((match) => value(match[2] as string)),
    dependencies,
    purpose: packaging === "jar" || packaging === "bundle" ? "open" : "program",
  };
}

function inTag(text: string, tag: string): string | undefined {
  const start = text.indexOf(`<${tag}>`);
  const end = start < 0 ? -1 : text.indexOf(`</${tag}>`, start);
  return end < 0 ? undefined : text.slice(start + tag.length + 2, end).trim();
}

function without(text: string, tags: readonly string[]): string {
  return tags.reduce((rest, tag) => cut(rest, `<${tag}>`, `</${tag}>`), text);
}

/** Leaves out all from one word to another, each time in one pass. */
function cut(text: string, from: string, to: string): string {
  const parts: string[] = [];
  let at = 0;
  for (let start = text.indexOf(from); start >= 0; start = text.indexOf(from, at)) {
    const end = text.indexOf(to, start);
    if (end < 0) break;
    parts.push(text.slice(at, start));
    at = end + to.length;
  }
  return parts.join("") + text.slice(at);
}

/** Reads a Gradle build, in Groovy or Kotlin, for what it writes out. Nothing of it is run. */
export function readGradle(text: string, folder: string): ModuleFacts {
  const build = text.replaceAll(/\/\*[\s\S]*?\*\//gu, "").replaceAll(/(^|\s)\/\/[^\n]*/gu, "$1");
  const mains = build.matchAll(
    /(?:\bmainClass(?:Name)?(?:\.set\(|\s*=)|['"]Main-Class['"]\s*(?:\]\s*=|[:,]|to))\s*['"]([\w.$]+)['"]/gu,
  );
  const modules = [...build.matchAll(/\bproject\(\s*(?:path\s*[:=]\s*)?['"]:([\w:.-]+)['"]/gu)].map(
    (match) => ({
      group: "",
      name: (match[1] as string).split(":").at(-1) as string,
    }),
  );
  const others = [...build.matchAll(/['"]([\w.-]+):([\w.-]+)(?::[^'"\s]*)?['"]/gu)].map((match) => ({
    group: match[1] as string,
    name: match[2] as string,
  }));
  const has = (plugin: string) =>
    new RegExp(`['"\`(]${plugin}['"\`)]|^\\s*(?:\`)?${plugin}(?:\`)?\\s*$`, "mu").test(build);
  const isProgram = has("application") || has("war") || has("com\\.android\\.application");
  const isLibrary = has("java-library") || has("maven-publish") || has("com\\.android\\.library");
  return {
    name: folder.slice(folder.lastIndexOf("/") + 1),
    mainClasses: [...mains].map((match) => match[1] as string),
    dependencies: [...modules, ...others],
    purpose: isProgram ? "program" : isLibrary ? "library" : "open",
  };
}

/** The classes that a list of META-INF names: one a line, or `key=a.B,c.D`, with lines that go on after "\". */
export function readClassList(text: string): readonly string[] {
  return text
    .replaceAll(/\\\r?\n/gu, "")
    .split(/\r?\n/u)
    .map((line) => line.replace(/#.*$/u, "").replace(/^[^=]*=/u, ""))
    .flatMap((line) => line.split(","))
    .map((name) => name.trim())
    .filter((name) => name !== "");
}

/** The servlets, filters and listeners of a web.xml. */
export function readWebXml(text: string): readonly string[] {
  const classes = text.matchAll(/<((?:servlet|filter|listener)-class)>\s*([\w.$]+)\s*<\/\1>/gu);
  return [...classes].map((match) => match[2] as string);
}
