import { describe, expect, it } from "vitest";
import { reach, targetsByKey } from "../../src/engine/reach/reach.ts";
import { linkProject, readProject } from "./case-project.ts";

/** Asks for keys of `main.go`; gives their answers in the order asked. */
async function answers(text: string, keys: readonly string[]): Promise<string[]> {
  const files = new Map([["main.go", `package main\n${text}`]]);
  const graph = linkProject(await readProject(files), files);
  const results = reach(graph, { targets: targetsByKey(keys.map((key) => `main.go//${key}`)) });
  return results.map((one) => one.status);
}

describe("methods that code outside of a Go program may call", () => {
  it("doubts exported methods of a value that is handed to a package that was not read", async () => {
    const text = `import "example.com/tui"
type model struct{}
func (m model) View() string { return draw() }
func (m model) hidden() {}
func draw() string { return "" }
func main() { tui.Run(model{}) }`;
    expect(await answers(text, ["model//View", "draw", "model//hidden"])).toEqual([
      "uncertain",
      "uncertain",
      "not-found",
    ]);
  });

  it("follows a value into an interface, a container, a field and an embedding type", async () => {
    const text = `import "example.com/tui"
type inner struct{}
func (inner) Deep() {}
type holder struct { field inner }
type shape interface { Area() }
type square struct{}
func (square) Area() {}
func (square) Grow() {}
type item struct{}
func (item) Weigh() {}
func asShape() shape { return square{} }
func main() {
  tui.Run(&holder{})
  tui.Run(asShape())
  all := []item{{}}
  for _, one := range all { tui.Run(one) }
}`;
    expect(await answers(text, ["inner//Deep", "square//Grow", "item//Weigh"])).toEqual([
      "uncertain",
      "uncertain",
      "uncertain",
    ]);
  });

  it("does not doubt methods of a value that stays among places of its own type", async () => {
    const text = `import "example.com/tui"
type printer struct{ n int }
func (printer) Print() {}
func (printer) Never() {}
func made() (*printer, error) { return &printer{n: 1}, nil }
func use(p *printer) { p.Print() }
type holder struct { one *printer }
func main() {
  p, _ := made()
  h := holder{one: p}
  use(h.one)
  shout := (*printer).Print
  shout(p)
  tui.Run(p.n)
}`;
    expect(await answers(text, ["printer//Print", "printer//Never"])).toEqual(["found", "not-found"]);
  });

  it("does not doubt them where a program has no such package", async () => {
    const text = `import "fmt"
type printer struct{}
func (printer) Never() {}
func main() { fmt.Println(printer{}) }`;
    expect(await answers(text, ["printer//Never"])).toEqual(["not-found"]);
  });

  it("finds what the language calls on types that are made from others, or that nothing makes by name", async () => {
    const text = `import "fmt"
type level int
func (l level) String() string { return name() }
func name() string { return "" }
type failure string
func (f failure) Error() string { return "" }
type point struct{}
func (p point) String() string { return "" }
func fail() error { return failure("x") }
func main() {
  var zero point
  fmt.Println(level(1), fail(), zero)
}`;
    expect(await answers(text, ["level//String", "name", "failure//Error", "point//String"])).toEqual([
      "found",
      "found",
      "found",
      "found",
    ]);
  });

  it("finds what the language's packages call on a value, and what is called through their interfaces", async () => {
    const text = `import ("io"; "sort"; "net/http")
type list []int
func (list) Len() int { return 0 }
func (list) Less(i, j int) bool { return true }
func (list) Swap(i, j int) {}
type sink struct{}
func (sink) Write(b []byte) (int, error) { return written() }
func written() (int, error) { return 0, nil }
type site struct{}
func (site) ServeHTTP(w http.ResponseWriter, r *http.Request) {}
func (site) Close() error { return nil }
func put(w io.Writer) { w.Write(nil) }
func main() {
  sort.Sort(list{})
  put(sink{})
  server := http.Server{Handler: site{}}
  server.ListenAndServe()
}`;
    expect(await answers(text, ["list//Less", "written", "site//ServeHTTP"])).toEqual([
      "found",
      "found",
      "found",
    ]);
  });
});
