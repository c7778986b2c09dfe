import { testRoots } from "./root-samples.ts";

const cargo = (dependencies = "", more = ""): string =>
  `[package]\nname = "a"\nversion = "0.1.0"\nedition = "2021"\n${more}\n[dependencies]\n${dependencies}\n`;

testRoots("Rust", {
  "main without a manifest": {
    files: { "main.rs": "fn main() { go(); }\nfn go() {}\n", "other.rs": "fn main() {}\n" },
    rule: "rust-main",
    kind: "main",
    marks: ["main.rs//main"],
  },
  "Cargo targets": {
    files: {
      "Cargo.toml": cargo("", '[[bin]]\nname = "tool"\npath = "tools/tool.rs"'),
      "src/main.rs": "fn main() {}\nfn spare() {}\n",
      "src/bin/second.rs": "fn main() {}\n",
      "src/bin/third/main.rs": "fn main() {}\n",
      "tools/tool.rs": "fn main() {}\n",
      "tools/other.rs": "fn main() {}\n",
      "examples/show.rs": "fn main() {}\n",
    },
    rule: "Cargo target",
    kind: "manifest",
    marks: [
      "src/main.rs//main",
      "src/bin/second.rs//main",
      "src/bin/third/main.rs//main",
      "tools/tool.rs//main",
    ],
  },
  "tests that a macro makes": {
    files: {
      "Cargo.toml": cargo(),
      "src/lib.rs": "made!(one, || go());\nfn go() {}\n",
      "tests/all.rs": "macro_rules! made { ($n:ident, $f:expr) => {} }\nmade!(one, || go());\nfn go() {}\n",
    },
    rule: "rust-test-macros",
    kind: "test",
    marks: ["tests/all.rs"],
  },
  "a build script and examples, apart from the program": {
    files: {
      "Cargo.toml": cargo(),
      "src/main.rs": "fn main() {}\n",
      "build.rs": "fn main() {}\n",
      "examples/show.rs": "fn main() {}\n",
    },
    rule: "Cargo build script",
    kind: "manifest",
    marks: ["build.rs//main"],
  },
  "what a library shows": {
    files: {
      "Cargo.toml": cargo(),
      "src/lib.rs":
        "mod inner;\npub mod open;\npub use inner::given;\npub fn api() { hidden(); }\nfn hidden() {}\npub(crate) fn near() {}\npub struct S;\nimpl S { pub fn go(&self) {} fn stay(&self) {} }\n",
      "src/inner.rs": "pub fn given() {}\npub fn kept() {}\n",
      "src/open.rs": "pub fn shown() {}\n",
    },
    rule: "Cargo library",
    kind: "manifest",
    marks: [
      "src/lib.rs//api",
      "src/lib.rs//S",
      "src/lib.rs//S//go",
      "src/inner.rs//given",
      "src/open.rs//shown",
    ],
  },
  "a library that the project keeps to itself": {
    files: {
      "Cargo.toml": '[workspace]\nmembers = ["app", "kit"]\n',
      "app/Cargo.toml": cargo('kit = { path = "../kit" }'),
      "app/src/main.rs": "fn main() { kit::go(); }\n",
      "kit/Cargo.toml": '[package]\nname = "kit"\nversion = "0.1.0"\n',
      "kit/src/lib.rs": "pub fn go() {}\npub fn spare() {}\n",
      "own/Cargo.toml": '[package]\nname = "own"\nversion = "0.1.0"\npublish = false\n',
      "own/src/lib.rs": "pub fn go() {}\n",
    },
    rule: "Cargo library",
    kind: "manifest",
    marks: [],
  },
  "asynchronous mains": {
    files: { "src/run.rs": "#[tokio::main]\nasync fn main() {}\nasync fn spare() {}\n" },
    rule: "rust-async-main",
    kind: "main",
    marks: ["src/run.rs//main"],
  },
  axum: {
    files: {
      "Cargo.toml": cargo('axum = "0.7"', "publish = false"),
      "src/lib.rs":
        'use axum::{routing::{get, post}, Router};\nasync fn list() {}\nasync fn add() {}\nasync fn spare() {}\npub fn app() -> Router {\n    Router::new().route("/", get(list).post(add))\n}\n',
    },
    rule: "axum-route",
    kind: "framework",
    marks: ["src/lib.rs//list", "src/lib.rs//add"],
    needs: "axum",
  },
  "actix by attributes": {
    files: {
      "Cargo.toml": cargo('actix-web = "4"', "publish = false"),
      "src/lib.rs":
        'use actix_web::{get, HttpResponse};\n#[get("/")]\nasync fn list() -> HttpResponse { todo!() }\nfn spare() {}\n',
    },
    rule: "rust-handler",
    kind: "framework",
    marks: ["src/lib.rs//list"],
    needs: ["actix-web", "actix_web"],
  },
  "actix by values": {
    files: {
      "Cargo.toml": cargo('actix-web = "4"', "publish = false"),
      "src/lib.rs":
        'use actix_web::web;\nasync fn list() {}\nasync fn spare() {}\npub fn config(cfg: &mut web::ServiceConfig) {\n    cfg.route("/", web::get().to(list));\n}\n',
    },
    rule: "actix-route",
    kind: "framework",
    marks: ["src/lib.rs//list"],
    needs: ["actix-web", "actix_web"],
  },
  rocket: {
    files: {
      "Cargo.toml": cargo('rocket = "0.5"', "publish = false"),
      "src/lib.rs":
        '#[macro_use] extern crate rocket;\n#[get("/")]\nfn list() -> &\'static str { "" }\n#[catch(404)]\nfn gone() {}\nfn spare() {}\n',
    },
    rule: "rust-handler",
    kind: "framework",
    marks: ["src/lib.rs//list", "src/lib.rs//gone"],
    needs: "rocket",
  },
  clap: {
    files: {
      "Cargo.toml": cargo('clap = "4"', "publish = false"),
      "src/lib.rs":
        "use clap::Parser;\nfn port(s: &str) -> Result<u16, String> { todo!() }\nfn spare() {}\n#[derive(Parser)]\nstruct Args {\n    #[arg(long, value_parser = port)]\n    port: u16,\n}\n",
    },
    rule: "clap-parser",
    kind: "framework",
    marks: ["src/lib.rs//Args"],
    needs: "clap",
  },
  "tests and benches": {
    files: {
      "src/lib.rs":
        "pub fn f() {}\n#[cfg(test)]\nmod tests {\n    #[test]\n    fn works() {}\n    fn helper() {}\n    #[tokio::test]\n    async fn waits() {}\n    #[bench]\n    fn speed() {}\n}\n",
      "tests/it.rs": "#[test]\nfn all() {}\nfn helper() {}\n",
    },
    rule: "rust-test",
    kind: "test",
    marks: [
      "src/lib.rs//tests//works",
      "src/lib.rs//tests//waits",
      "src/lib.rs//tests//speed",
      "tests/it.rs//all",
    ],
  },
  "benches of Criterion": {
    files: {
      "Cargo.toml": `${cargo()}[dev-dependencies]\ncriterion = "0.5"\n[[bench]]\nname = "speed"\nharness = false\n`,
      "src/lib.rs": "pub fn f() {}\n",
      "benches/speed.rs":
        "use criterion::{criterion_group, criterion_main, Criterion};\nfn speed(c: &mut Criterion) {}\nfn spare() {}\ncriterion_group!(benches, speed);\ncriterion_main!(benches);\n",
    },
    rule: "criterion-bench",
    kind: "test",
    marks: ["benches/speed.rs"],
    needs: "criterion",
  },
});
