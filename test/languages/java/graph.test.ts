import { describe, expect, it } from "vitest";
import { edgeKinds, type Graph } from "../../../src/engine/graph/graph.ts";
import { reach, sourcesByKey, targetsByKey } from "../../../src/engine/reach/reach.ts";
import { linkProject, readProject } from "../../graph-reach/case-project.ts";

/** Names of the one file, as `Class.method`, and what is true of them when `Main.main` runs. */
interface Sample {
  readonly text: string;
  readonly found?: readonly string[];
  readonly never?: readonly string[];
  readonly unsure?: readonly string[];
  /** `caller -> callee` of edges that say that a call runs the callee. */
  readonly calls?: readonly string[];
  /** Likewise of those that must not be there. */
  readonly noCalls?: readonly string[];
}

const samples: Readonly<Record<string, Sample>> = {
  "a class without a name, of an interface outside": {
    text: `import java.util.*;
class Main {
  public static void main(String[] args) {
    Collections.sort(names(), new Comparator<String>() {
      public int compare(String a, String b) { return by(a, b); }
    });
  }
  static List<String> names() { return null; }
  static int by(String a, String b) { return 0; }
  static void other() {}
}`,
    found: ["Main.main.compare", "Main.by"],
    never: ["Main.other"],
  },
  "a base of one of several packages outside": {
    text: `import java.io.*;
import java.util.*;
class Lines extends AbstractList<String> {
  public String get(int at) { return line(); }
  public int size() { return 1; }
  String line() { return ""; }
  void own() {}
}
class Main { public static void main(String[] args) { for (String line : new Lines()) System.out.println(line); } }`,
    found: ["Lines.get", "Lines.size", "Lines.line"],
  },
  "constants of an enum, some with members of their own": {
    text: `enum Op {
  ADD("+") { int apply(int a) { return plus(a); } },
  SUB("-") { int apply(int a) { return minus(a); } };
  Op(String sign) { note(); }
  void note() {}
  static int plus(int a) { return a; }
  static int minus(int a) { return a; }
  static int times(int a) { return a; }
  abstract int apply(int a);
}
class Main { public static void main(String[] args) { for (Op op : Op.values()) op.apply(1); } }`,
    found: ["Op.Op", "Op.note", "Op.ADD.apply", "Op.SUB.apply", "Op.plus", "Op.minus"],
    never: ["Op.times"],
    calls: ["Main.main -> Op.ADD.apply", "Main.main -> Op.SUB.apply"],
  },
  "the static initializer of the class that starts": {
    text: `import java.util.*;
class Main {
  static final Map<String, Runnable> TABLE = new HashMap<>();
  static { TABLE.put("a", Main::a); TABLE.put("b", () -> b()); }
  static void a() {}
  static void b() {}
  static void c() {}
  public static void main(String[] args) { TABLE.get("a").run(); }
}`,
    found: ["Main.a", "Main.b"],
    never: ["Main.c"],
  },
  "a value that is cast, and one of a class without a name": {
    text: `interface Shape { void draw(); }
class Square implements Shape { public void draw() { side(); } void side() {} }
class Base { void run() {} }
class Main {
  static Object any() { return new Square(); }
  public static void main(String[] args) {
    ((Shape) any()).draw();
    new Base() { void run() { inline(); } }.run();
    var held = new Base() { void run() { variable(); } };
    held.run();
  }
  static void inline() {}
  static void variable() {}
}`,
    found: ["Square.draw", "Square.side", "Main.inline", "Main.variable"],
    calls: ["Main.main -> Square.draw", "Main.main -> Main.main.run"],
  },
  "functions as values of interfaces inside and outside": {
    text: `import java.util.*;
import java.util.function.*;
interface Op { int apply(int a); default Op twice() { return x -> apply(apply(x)); } }
enum Kind { A(Kind::first); final UnaryOperator<String> f; Kind(UnaryOperator<String> f) { this.f = f; }
  String run(String s) { return f.apply(s); } static String first(String s) { return s; } }
class Main {
  static final Map<String, Runnable> TABLE = new HashMap<>();
  static { TABLE.put("a", Main::tabled); }
  static final Runnable[] ALL = { Main::listed };
  static int calc(Op op) { return op.apply(1); }
  static Runnable maker() { return Main::returned; }
  static void each(Op... ops) { for (Op op : ops) op.apply(2); }
  private final Supplier<String> supplier;
  Main(Supplier<String> supplier) { this.supplier = supplier; }
  String supply() { return supplier.get(); }
  public static void main(String[] args) {
    calc(Main::passed);
    maker().run();
    TABLE.get("a").run();
    ALL[0].run();
    each(Main::spread);
    new Main(Main::kept).supply();
    Function<String, Main> make = Main::made;
    make.apply("x");
    Runnable one = args.length > 0 ? Main::chosen : (Runnable) Main::other;
    one.run();
    Kind.A.run("x");
  }
  static int passed(int a) { return a; }
  static void returned() {}
  static void tabled() {}
  static void listed() {}
  static int spread(int a) { return a; }
  static String kept() { return ""; }
  static Main made(String s) { return null; }
  static void chosen() {}
  static void other() {}
  static void never() {}
}`,
    found: ["Main.passed", "Main.returned", "Main.tabled", "Main.listed", "Main.spread", "Main.kept"],
    never: ["Main.never"],
    calls: [
      "Main.calc -> Main.passed",
      "Main.main -> Main.returned",
      "Main.main -> Main.tabled",
      "Main.main -> Main.listed",
      "Main.each -> Main.spread",
      "Main.supply -> Main.kept",
      "Main.main -> Main.made",
      "Main.main -> Main.chosen",
      "Main.main -> Main.other",
      "Kind.run -> Kind.first",
    ],
    noCalls: ["Main.calc -> Main.spread", "Main.supply -> Main.made"],
  },
  "values of types outside, that classes of the project derive from": {
    text: `import java.util.AbstractList;
import java.util.List;
class Job implements Runnable { public void run() { work(); } void work() {} }
class Words extends AbstractList<String> {
  public String get(int at) { return word(); } public int size() { return 1; } String word() { return ""; }
}
class Other { public int length() { return 1; } public void run() {} public String toString() { return ""; } }
class Main {
  static void go(Runnable task, List<String> list, String text, Object any) {
    task.run();
    list.get(0);
    text.length();
    any.toString();
  }
  public static void main(String[] args) { go(new Job(), new Words(), "", null); }
}`,
    found: ["Job.work", "Words.word"],
    never: ["Other.length", "Other.run"],
    calls: ["Main.go -> Job.run", "Main.go -> Words.get", "Main.go -> Other.toString"],
    noCalls: ["Main.go -> Other.run", "Main.go -> Other.length"],
  },
  "classes that are named by a string, or given as a value": {
    text: `class Named { static { named(); } static void named() {} }
class Given { Given() { given(); } void given() {} }
class Main {
  static Object make(Class<?> type) throws Exception { return type.newInstance(); }
  static Object load() throws Exception { return Class.forName("some.Named"); }
  public static void main(String[] args) throws Exception { if (args.length > 0) load(); else make(Given.class); }
}`,
    unsure: ["Named.named", "Given.given"],
  },
  "values of generic types of the language, in files that import whole packages": {
    text: `import java.io.*;
import java.util.*;
import java.util.function.*;
class Order { void ship() {} }
class Truck { void ship() {} }
class Main {
  private final Map<String, List<Order>> byName = new HashMap<>();
  static Optional<Order> find() { return null; }
  void all(Order[] some, Function<String, Order> make) {
    byName.get("a").get(0).ship();
    for (Map.Entry<String, List<Order>> entry : byName.entrySet()) entry.getValue().iterator().next().ship();
    List<Order> list = byName.get("b");
    list.stream().filter(one -> true).forEach(one -> one.ship());
    for (var one : list) one.ship();
    find().orElseThrow().ship();
    some[0].ship();
    make.apply("x").ship();
  }
  public static void main(String[] args) { new Main().all(null, null); }
}`,
    found: ["Order.ship"],
    never: ["Truck.ship"],
    calls: ["Main.all -> Order.ship"],
    noCalls: ["Main.all -> Truck.ship"],
  },
  "constructors of bases, said and not": {
    text: `class Root { Root() { root(); } void root() {} }
class Middle extends Root { Middle(int n) {} }
class Leaf extends Middle { Leaf() { this(1); } Leaf(int n) { super(n); } }
class Silent extends Root { }
class Main { public static void main(String[] args) { new Leaf(); new Silent(); } }`,
    found: ["Root.root", "Middle.Middle"],
    calls: ["Middle.Middle -> Root.Root", "Leaf.Leaf -> Middle.Middle", "Silent -> Root.Root"],
    noCalls: ["Main.main -> Root.Root", "Leaf.Leaf -> Root.Root"],
  },
  "functions that records are made of": {
    text: `import java.util.List;
import java.util.function.Function;
record Route(String path, Function<String, String> handler) { String run(String s) { return handler.apply(s); } }
class Main {
  static String home(String s) { return s; }
  static String other(String s) { return s; }
  public static void main(String[] args) { for (Route one : List.of(new Route("/", Main::home))) one.run("x"); }
}`,
    found: ["Main.home"],
    never: ["Main.other"],
    calls: ["Route.run -> Main.home"],
  },
  "calls that the language makes": {
    text: `import java.util.*;
class Range implements Iterable<String> {
  public Iterator<String> iterator() { return new Steps(); }
  static class Steps implements Iterator<String> {
    public boolean hasNext() { return false; } public String next() { return step(); } String step() { return ""; }
  }
}
abstract class Base implements AutoCloseable { public void close() { release(); } abstract void release(); }
class File extends Base { void release() { freed(); } void freed() {} }
class Main {
  static Base open() { return new File(); }
  public static void main(String[] args) throws Exception {
    for (String one : new Range()) System.out.println(one);
    try (Base file = open(); var other = new File()) { System.out.println(file); }
  }
}`,
    found: ["Range.Steps.step", "File.freed"],
    calls: [
      "Main.main -> Range.iterator",
      "Main.main -> Range.Steps.hasNext",
      "Main.main -> Range.Steps.next",
      "Main.main -> Base.close",
    ],
  },
};

describe("calls of Java", () => {
  for (const [name, sample] of Object.entries(samples)) {
    it(name, async () => {
      const files = new Map([["Main.java", sample.text]]);
      const graph = linkProject(await readProject(files), files);
      for (const [status, names] of [
        ["found", sample.found],
        ["not-found", sample.never],
        ["uncertain", sample.unsure],
      ] as const) {
        const answers = ask(graph, names ?? []);
        expect(answers).toEqual((names ?? []).map((one) => `${one} ${status}`));
      }
      const made = callsOf(graph);
      for (const call of sample.calls ?? []) expect(made).toContain(call);
      for (const call of sample.noCalls ?? []) expect(made).not.toContain(call);
    });
  }
});

function ask(graph: Graph, names: readonly string[]): string[] {
  const results = reach(graph, {
    targets: targetsByKey(names.map(keyOf)),
    sources: sourcesByKey(["Main.java//Main//main"]),
    sourceMode: "sources-only",
  });
  return results.map(({ status }, at) => `${names[at]} ${status}`);
}

function keyOf(name: string): string {
  return ["Main.java", ...name.split(".")].join("//");
}

function callsOf(graph: Graph): string[] {
  const { count, from, to, kind } = graph.edges;
  const nameOf = (node: number) => graph.nodes[node]?.key.split("//").slice(1).join(".") ?? "";
  return Array.from({ length: count }, (_, edge) => edge)
    .filter((edge) => edgeKinds[kind[edge] as number]?.kind !== "reference")
    .map((edge) => `${nameOf(from[edge] as number)} -> ${nameOf(to[edge] as number)}`);
}
