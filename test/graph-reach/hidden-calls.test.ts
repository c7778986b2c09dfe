import { describe, expect, it } from "vitest";
import { reach, targetByKey } from "../../src/engine/reach/reach.ts";
import { linkProject, readProject } from "./case-project.ts";

/** A name, the files, the target, and the answers that are right. */
const programs: Readonly<Record<string, readonly [Readonly<Record<string, string>>, string, string]>> = {
  "JavaScript: a class that is made by its own name": [
    {
      "m.js":
        'import { load } from "yaml";\nconst C = class Own {\n  constructor() { load("x"); }\n  static make() { return new Own(); }\n};\nC.make();\n',
    },
    "yaml//load",
    "found",
  ],
  "Python: a method of a sibling mixin": [
    {
      "m.py":
        "import yaml\nclass A:\n  def go(self):\n    self.helper()\nclass B:\n  def helper(self):\n    yaml.load('x')\nclass C(A, B):\n  pass\nC().go()\n",
    },
    "yaml//load",
    "found",
  ],
  "Python: a function set over another module's": [
    {
      "m.py": "import lib\nimport yaml\ndef f(s):\n  yaml.load(s)\nlib.go = f\nlib.run()\n",
      "lib.py": "def go(s): pass\ndef run():\n  go('x')\n",
    },
    "yaml//load",
    "found",
  ],
  "Python: a value that is called": [
    { "m.py": "import yaml\nclass A:\n  def __call__(self, x):\n    yaml.load(x)\na = A()\na('x')\n" },
    "yaml//load",
    "found",
  ],
  "Python: an operator": [
    { "m.py": "import yaml\nclass A:\n  def __add__(self, x):\n    yaml.load(x)\na = A()\na + 1\n" },
    "yaml//load",
    "found",
  ],
  "Python: with": [
    {
      "m.py":
        "import yaml\nclass A:\n  def __enter__(self):\n    yaml.load(1)\n  def __exit__(self, *a): pass\ndef main():\n  with A() as a: pass\nmain()\n",
    },
    "yaml//load",
    "found",
  ],
  "Python: cls() in a class method": [
    {
      "m.py":
        "import yaml\nclass A:\n  def __init__(self):\n    yaml.load(1)\n  @classmethod\n  def make(cls):\n    return cls()\nA.make()\n",
    },
    "yaml//load",
    "found",
  ],
  "Python: a function that a function returns": [
    { "m.py": "import yaml\ndef f(): yaml.load(1)\ndef g(): return f\ng()()\n" },
    "yaml//load",
    "found",
  ],
  "Python: a closure that is returned": [
    { "m.py": "import yaml\ndef g():\n  def f(): yaml.load(1)\n  return f\ng()()\n" },
    "yaml//load",
    "found",
  ],
  "Python: an override of a library's method": [
    {
      "m.py":
        "import yaml, threading\nclass T(threading.Thread):\n  def run(self): yaml.load(1)\nT().start()\n",
    },
    "yaml//load",
    "found",
  ],
  "Python: a decorator that registers": [
    {
      "m.py":
        "import yaml\nR = {}\ndef register(f):\n  R[f.__name__] = f\n  return f\n@register\ndef h(): yaml.load(1)\nR['h']()\n",
    },
    "yaml//load",
    "found",
  ],
  "Python: __getattr__ of a module": [
    {
      "m.py": "import lib\nlib.thing()\n",
      "lib.py": "import yaml\ndef __getattr__(name):\n  return yaml.load\n",
    },
    "yaml//load",
    "found|uncertain",
  ],
  "Python: super().__init__()": [
    {
      "m.py":
        "import yaml\nclass A:\n  def __init__(self): yaml.load(1)\nclass B(A):\n  def __init__(self):\n    super().__init__()\nB()\n",
    },
    "yaml//load",
    "found",
  ],
  "Python: a metaclass": [
    {
      "m.py":
        "import yaml\nclass M(type):\n  def __call__(cls, *a):\n    yaml.load(1)\nclass A(metaclass=M): pass\nA()\n",
    },
    "yaml//load",
    "found",
  ],
  "Python: __init_subclass__": [
    {
      "m.py":
        "import yaml\nclass A:\n  def __init_subclass__(cls): yaml.load(1)\nclass B(A): pass\nprint(B)\ndef main(): pass\nmain()\n",
    },
    "yaml//load",
    "found",
  ],
  "Python: a descriptor": [
    {
      "m.py":
        "import yaml\nclass D:\n  def __get__(self, o, t): yaml.load(1)\nclass A:\n  d = D()\ndef main():\n  A().d\nmain()\n",
    },
    "yaml//load",
    "found",
  ],
  "Python: a function in an attribute": [
    {
      "m.py":
        "import yaml\nclass A:\n  def __init__(self, f): self.f = f\n  def go(self): self.f(1)\ndef main():\n  A(yaml.load).go()\nmain()\n",
    },
    "yaml//load",
    "found",
  ],
  "Python: classes in a list": [
    {
      "m.py":
        "import yaml\nclass A:\n  def go(self): yaml.load(1)\nclass B:\n  def go(self): pass\ndef main():\n  for c in [A, B]:\n    c().go()\nmain()\n",
    },
    "yaml//load",
    "found",
  ],
  "JavaScript: apply": [
    {
      "package.json": '{"main":"m.js"}',
      "m.js": "const y = require('js-yaml');\nfunction f(s) { y.load(s); }\nf.apply(null, ['x']);\n",
    },
    "js-yaml//load",
    "found",
  ],
  "JavaScript: bind": [
    {
      "package.json": '{"main":"m.js"}',
      "m.js":
        "const y = require('js-yaml');\nclass A { go(s) { y.load(s); } run() { return this.go.bind(this); } }\nnew A().run()('x');\n",
    },
    "js-yaml//load",
    "found",
  ],
  "JavaScript: a chain of prototypes": [
    {
      "package.json": '{"main":"m.js"}',
      "m.js":
        "const y = require('js-yaml');\nfunction A() {}\nA.prototype.go = function (s) { y.load(s); };\nfunction B() {}\nB.prototype = Object.create(A.prototype);\nnew B().go('x');\n",
    },
    "js-yaml//load",
    "found",
  ],
  "JavaScript: a class that a function makes": [
    {
      "package.json": '{"main":"m.js"}',
      "m.js":
        "const y = require('js-yaml');\nconst M = (Base) => class extends Base { go(s) { y.load(s); } };\nclass A extends M(Object) {}\nnew A().go('x');\n",
    },
    "js-yaml//load",
    "found",
  ],
  "JavaScript: a getter": [
    {
      "package.json": '{"main":"m.js"}',
      "m.js":
        "const y = require('js-yaml');\nclass A { get v() { return y.load('x'); } }\nconst a = new A();\nconsole.log(a.v);\n",
    },
    "js-yaml//load",
    "found",
  ],
  "JavaScript: Symbol.iterator": [
    {
      "package.json": '{"main":"m.js"}',
      "m.js":
        "const y = require('js-yaml');\nclass A { *[Symbol.iterator]() { yield y.load('x'); } }\nfor (const x of new A()) console.log(x);\n",
    },
    "js-yaml//load",
    "found",
  ],
  "JavaScript: toString behind a plus": [
    {
      "package.json": '{"main":"m.js"}',
      "m.js":
        "const y = require('js-yaml');\nclass A { toString() { return y.load('x'); } }\nconsole.log('' + new A());\n",
    },
    "js-yaml//load",
    "found",
  ],
  "JavaScript: an object with functions, given away": [
    {
      "package.json": '{"main":"m.js"}',
      "m.js":
        "const y = require('js-yaml');\nconst run = require('runner');\nconst o = { go(s) { y.load(s); } };\nrun(o);\n",
    },
    "js-yaml//load",
    "found",
  ],
  "JavaScript: an instance, given away": [
    {
      "package.json": '{"main":"m.js"}',
      "m.js":
        "const y = require('js-yaml');\nconst run = require('runner');\nclass P { render(s) { y.load(s); } }\nrun(new P());\n",
    },
    "js-yaml//load",
    "found|uncertain",
  ],
  "JavaScript: render of a component": [
    {
      "package.json": '{"main":"m.js"}',
      "m.js":
        "import React from 'react';\nimport y from 'js-yaml';\nclass C extends React.Component { render() { y.load('x'); } }\nReact.render(<C/>);\n",
    },
    "js-yaml//load",
    "found",
  ],
  "JavaScript: an object that a function returns": [
    {
      "package.json": '{"main":"m.js"}',
      "m.js":
        "const y = require('js-yaml');\nfunction make() { function a() { y.load('x'); } return { a }; }\nmake().a();\n",
    },
    "js-yaml//load",
    "found",
  ],
  "JavaScript: a default export without a name": [
    {
      "package.json": '{"type":"module","main":"m.js"}',
      "m.js": "import f from './f.js';\nf();\n",
      "f.js": "import y from 'js-yaml';\nexport default () => y.load('x');\n",
    },
    "js-yaml//load",
    "found",
  ],
  "JavaScript: an instance that is the module": [
    {
      "package.json": '{"main":"m.js"}',
      "m.js": "const s = require('./s');\ns.go('x');\n",
      "s.js": "const y = require('js-yaml');\nclass S { go(x) { y.load(x); } }\nmodule.exports = new S();\n",
    },
    "js-yaml//load",
    "found",
  ],
  "TypeScript: merged namespaces": [
    {
      "package.json": '{"main":"m.ts"}',
      "m.ts":
        "import y from 'js-yaml';\nnamespace N { export function f() { y.load('x'); } }\nnamespace N { export function g() { f(); } }\nN.g();\n",
    },
    "js-yaml//load",
    "found|uncertain",
  ],
  "Rust: Display in a macro": [
    {
      "Cargo.toml": '[package]\nname="a"\nversion="0.1.0"\n[dependencies]\nserde_yaml="1"\n',
      "src/main.rs":
        'use std::fmt;\nstruct A;\nimpl fmt::Display for A {\n  fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result { serde_yaml::from_str("x"); Ok(()) }\n}\nfn main() { println!("{}", A); }\n',
    },
    "serde_yaml//from_str",
    "found",
  ],
  "Rust: an operator": [
    {
      "Cargo.toml": '[package]\nname="a"\nversion="0.1.0"\n[dependencies]\nserde_yaml="1"\n',
      "src/main.rs":
        'use std::ops::Add;\nstruct A { v: u32 }\nimpl Add for A {\n  type Output = A;\n  fn add(self, o: A) -> A { serde_yaml::from_str("x"); o }\n}\nfn main() { let a = A { v: 1 } + A { v: 2 }; }\n',
    },
    "serde_yaml//from_str",
    "found",
  ],
  "Rust: Drop": [
    {
      "Cargo.toml": '[package]\nname="a"\nversion="0.1.0"\n[dependencies]\nserde_yaml="1"\n',
      "src/main.rs": "mod m;\nfn main() { let _a = m::make(); }\n",
      "src/m.rs":
        'pub struct A(u32);\nimpl Drop for A {\n  fn drop(&mut self) { serde_yaml::from_str("x"); }\n}\npub fn make() -> A { A(1) }\n',
    },
    "serde_yaml//from_str",
    "found",
  ],
  "Rust: Default": [
    {
      "Cargo.toml": '[package]\nname="a"\nversion="0.1.0"\n[dependencies]\nserde_yaml="1"\n',
      "src/main.rs":
        'struct A;\nimpl Default for A {\n  fn default() -> Self { serde_yaml::from_str("x"); A }\n}\nfn mk<T: Default>() -> T { T::default() }\nfn main() { let a: A = mk(); let b: A = Default::default(); }\n',
    },
    "serde_yaml//from_str",
    "found|uncertain",
  ],
  "Rust: From behind into": [
    {
      "Cargo.toml": '[package]\nname="a"\nversion="0.1.0"\n[dependencies]\nserde_yaml="1"\n',
      "src/main.rs":
        'struct A;\nimpl From<u32> for A {\n  fn from(x: u32) -> Self { serde_yaml::from_str("x"); A }\n}\nfn f(x: u32) -> A { x.into() }\nfn main() { f(1); }\n',
    },
    "serde_yaml//from_str",
    "found|uncertain",
  ],
  "Rust: a method behind Deref": [
    {
      "Cargo.toml": '[package]\nname="a"\nversion="0.1.0"\n[dependencies]\nserde_yaml="1"\n',
      "src/main.rs":
        'use std::ops::Deref;\nstruct I; impl I { fn go(&self) { serde_yaml::from_str("x"); } }\nstruct A { i: I }\nimpl Deref for A { type Target = I; fn deref(&self) -> &I { &self.i } }\nfn main() { let a = A { i: I }; a.go(); }\n',
    },
    "serde_yaml//from_str",
    "found",
  ],
  "Rust: an iterator of its own": [
    {
      "Cargo.toml": '[package]\nname="a"\nversion="0.1.0"\n[dependencies]\nserde_yaml="1"\n',
      "src/main.rs":
        'struct A { n: u32 }\nimpl Iterator for A { type Item = u32; fn next(&mut self) -> Option<u32> { serde_yaml::from_str("x"); None } }\nfn main() { let a = A { n: 1 }; for x in a {} }\n',
    },
    "serde_yaml//from_str",
    "found",
  ],
  "Rust: a function in a constant": [
    {
      "Cargo.toml": '[package]\nname="a"\nversion="0.1.0"\n[dependencies]\nserde_yaml="1"\n',
      "src/main.rs":
        'struct Cmd { f: fn() }\nfn go() { serde_yaml::from_str("x"); }\nconst C: &[Cmd] = &[Cmd { f: go }];\nfn main() { for c in C { (c.f)(); } }\n',
    },
    "serde_yaml//from_str",
    "found",
  ],
  "Rust: a default method, not overridden": [
    {
      "Cargo.toml": '[package]\nname="a"\nversion="0.1.0"\n[dependencies]\nserde_yaml="1"\n',
      "src/main.rs":
        'trait T { fn go(&self) { serde_yaml::from_str("x"); } }\nstruct A;\nimpl T for A {}\nfn main() { A.go(); }\n',
    },
    "serde_yaml//from_str",
    "found",
  ],
  "Go: a handler": [
    {
      "go.mod": "module x\n",
      "main.go":
        'package main\nimport (\n"net/http"\n"gopkg.in/yaml.v3"\n)\ntype h struct{}\nfunc (h) ServeHTTP(w http.ResponseWriter, r *http.Request) { yaml.Unmarshal(nil, nil) }\nfunc main() { http.ListenAndServe(":1", h{}) }\n',
    },
    "gopkg.in/yaml.v3//Unmarshal",
    "found",
  ],
  "Go: the first value of a variable of the package": [
    {
      "go.mod": "module x\n",
      "main.go": "package main\nfunc main() {}\n",
      "b.go":
        'package main\nimport "gopkg.in/yaml.v3"\nvar x = f()\nfunc f() int { yaml.Unmarshal(nil, nil); return 1 }\n',
    },
    "gopkg.in/yaml.v3//Unmarshal",
    "found",
  ],
  "Go: a type parameter": [
    {
      "go.mod": "module x\n",
      "main.go":
        'package main\nimport "gopkg.in/yaml.v3"\ntype I interface { Go() }\ntype A struct{}\nfunc (a A) Go() { yaml.Unmarshal(nil, nil) }\nfunc run[T I](t T) { t.Go() }\nfunc main() { run(A{}) }\n',
    },
    "gopkg.in/yaml.v3//Unmarshal",
    "found",
  ],
  "Go: an interface with unnamed parameters": [
    {
      "go.mod": "module x\n",
      "main.go":
        'package main\nimport "gopkg.in/yaml.v3"\ntype I interface { Go(string) error }\ntype A struct{}\nfunc (a *A) Go(s string) error { return yaml.Unmarshal(nil, nil) }\nfunc run(i I) { i.Go("x") }\nfunc main() { run(&A{}) }\n',
    },
    "gopkg.in/yaml.v3//Unmarshal",
    "found",
  ],
  "Go: a literal in a range": [
    {
      "go.mod": "module x\n",
      "main.go":
        'package main\nimport "gopkg.in/yaml.v3"\ntype A struct{}\nfunc (a A) Go() { yaml.Unmarshal(nil, nil) }\nfunc main() {\n\tfor _, a := range []A{{}} { a.Go() }\n}\n',
    },
    "gopkg.in/yaml.v3//Unmarshal",
    "found",
  ],
  "Java: a static initialiser": [
    {
      "A.java":
        "class A { static Object x = B.y; public static void main(String[] a) { System.out.println(C.V); } }\n",
      "C.java":
        'class C { static int V = load(); static int load() { new org.yaml.snakeyaml.Yaml().load("x"); return 1; } }\n',
      "B.java": "class B { static Object y; }\n",
    },
    "org.yaml.snakeyaml//Yaml//load",
    "found",
  ],
  "Java: toString": [
    {
      "A.java":
        'import org.yaml.snakeyaml.Yaml;\nclass A { public String toString() { return "" + new Yaml().load("x"); } public static void main(String[] a) { System.out.println(new A()); } }\n',
    },
    "org.yaml.snakeyaml//Yaml//load",
    "found",
  ],
  "Java: a lambda": [
    {
      "A.java":
        'import org.yaml.snakeyaml.Yaml;\ninterface F { void go(); }\nclass A { static void run(F f) { f.go(); } public static void main(String[] a) { run(() -> new Yaml().load("x")); } }\n',
    },
    "org.yaml.snakeyaml//Yaml//load",
    "found",
  ],
  "Java: the constructor of a base": [
    {
      "A.java":
        'import org.yaml.snakeyaml.Yaml;\nclass P { P() { new Yaml().load("x"); } }\nclass Q extends P { Q() {} }\nclass A { public static void main(String[] a) { new Q(); } }\n',
    },
    "org.yaml.snakeyaml//Yaml//load",
    "found",
  ],
  "Java: a class of java.lang as a base": [
    {
      "A.java":
        'import org.yaml.snakeyaml.Yaml;\nclass R implements Runnable { public void run() { new Yaml().load("x"); } }\nclass A { public static void main(String[] a) { new Thread(new R()).start(); } }\n',
    },
    "org.yaml.snakeyaml//Yaml//load",
    "found",
  ],
  "Java: the body of an enum constant": [
    {
      "A.java":
        'import org.yaml.snakeyaml.Yaml;\nenum E { X { void go() { new Yaml().load("x"); } }; abstract void go(); }\nclass A { public static void main(String[] a) { E.X.go(); } }\n',
    },
    "org.yaml.snakeyaml//Yaml//load",
    "found",
  ],
  "Java: an abstract method by its bare name": [
    {
      "A.java":
        'import org.yaml.snakeyaml.Yaml;\nabstract class B { void run() { step(); } abstract void step(); }\nclass C extends B { void step() { new Yaml().load("x"); } }\nclass A { public static void main(String[] a) { B b = new C(); b.run(); } }\n',
    },
    "org.yaml.snakeyaml//Yaml//load",
    "found",
  ],
  "Java: elements of a list": [
    {
      "A.java":
        'import org.yaml.snakeyaml.Yaml;\nimport java.util.*;\nclass C { void step() { new Yaml().load("x"); } }\nclass A { public static void main(String[] a) { List<C> l = new ArrayList<>(); l.add(new C()); for (C c : l) c.step(); l.forEach(c -> c.step()); l.get(0).step(); } }\n',
    },
    "org.yaml.snakeyaml//Yaml//load",
    "found",
  ],
};

describe("what runs without a line that calls it by name is never not-found", () => {
  for (const [name, [texts, target, right]] of Object.entries(programs)) {
    it(name, async () => {
      const files = new Map(Object.entries(texts));
      const graph = linkProject(await readProject(files), files);
      const [result] = reach(graph, { targets: [targetByKey(target)] });
      expect(right.split("|")).toContain(result?.status);
    });
  }
});
