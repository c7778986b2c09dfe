import { describe, expect, it } from "vitest";
import { edgeLines, linkProject, readProject } from "./case-project.ts";

/** The edges of `main.go` from one function, without files and lines. */
async function callsOf(text: string, caller: string): Promise<string[]> {
  const files = new Map([["main.go", `package main\n${text}`]]);
  const lines = edgeLines(linkProject(await readProject(files), files));
  const start = `main.go//${caller} -> main.go//`;
  return lines
    .filter((line) => line.startsWith(start) && !line.includes("[reference"))
    .map((line) => line.slice(start.length).replace(/:.*$/u, "]"));
}

describe("calls through interfaces in Go", () => {
  it("do not reach a method of another shape, though its type embeds the interface", async () => {
    const text = `type counter interface { Add(n int) }
type plain struct{}
func (plain) Add(n int) {}
type wider struct { counter }
func (w wider) Add(n int, name string) { w.counter.Add(n) }
type same struct { counter }
func (s same) Add(n int) {}
func use(c counter) { c.Add(1) }
func main() {}`;
    expect(await callsOf(text, "use")).toEqual([
      "counter//Add [member]",
      "plain//Add [cha]",
      "same//Add [cha]",
    ]);
  });

  it("do not reach a type that embeds the one that is written", async () => {
    const text = `type base struct{}
func (base) Run() {}
type more struct { base }
func (more) Run() {}
func use(b base) { b.Run() }
func main() {}`;
    expect(await callsOf(text, "use")).toEqual(["base//Run [member]"]);
  });

  it("reach a type that has a part of the methods from something outside that it embeds", async () => {
    const text = `import "net/http"
import "sync"
type both interface { Header() http.Header; Extra() }
type wrapped struct { http.ResponseWriter }
func (wrapped) Extra() {}
type locked struct { sync.Mutex }
func (*locked) Extra() {}
func use(b both) { b.Extra() }
func main() {}`;
    expect(await callsOf(text, "use")).toEqual(["both//Extra [member]", "wrapped//Extra [cha]"]);
  });

  it("reach methods whose types have other names than the interface writes", async () => {
    const text = `type id = string
type box[T any] interface { Put(v T); Key(b []byte) id }
type ints struct{}
func (ints) Put(v int) {}
func (ints) Key(b []uint8) string { return "" }
func use(b box[int]) { b.Put(1); b.Key(nil) }
func main() {}`;
    expect(await callsOf(text, "use")).toEqual([
      "box//Key [member]",
      "box//Put [member]",
      "ints//Key [cha]",
      "ints//Put [cha]",
    ]);
  });
});

describe("methods of elements in Go", () => {
  it("are those of the type that is written for the list or the table", async () => {
    const text = `type one struct{}
func (one) Go() {}
type two struct{}
func (two) Go() {}
type made []two
type holder struct { all []one; named map[string]*two }
func use(h *holder, m made, more ...one) {
  h.all[0].Go()
  for _, v := range h.named { v.Go() }
  v, ok := h.named["a"]
  if ok { v.Go() }
  for _, x := range more { x.Go() }
  list := []two{{}}
  for _, x := range list { x.Go() }
}
func main() {}`;
    expect(await callsOf(text, "use")).toEqual([
      "one//Go [member]",
      "one//Go [member]",
      "two//Go [member]",
      "two//Go [member]",
      "two//Go [member]",
    ]);
  });

  it("are not told for a type that is made from a list", async () => {
    const text = `type one struct{}
func (one) Go() {}
type made []one
func (made) Go() {}
func use(m made) { m[0].Go() }
func main() {}`;
    expect(await callsOf(text, "use")).toEqual(["made//Go [name]", "one//Go [name]"]);
  });
});
