import fc from "fast-check";
import { expect, test } from "vitest";
import { formatRoute, parseRoute, type Route, readPass, readToken } from "../../web/src/address/route.ts";

const read = (address: string) => {
  const url = new URL(address, "http://localhost");
  return parseRoute(url.pathname, url.search);
};

test("an address names page, hunk and line", () => {
  expect(read("/page/p12?hunk=h3&line=n40")).toEqual({
    kind: "page",
    placement: "p12",
    hunk: "h3",
    line: { by: "new", number: 40 },
  });
  expect(read("/low-signal?hunk=h9")).toMatchObject({ kind: "low-signal", hunk: "h9", line: undefined });
  expect(read("/")).toEqual({ kind: "overview" });
});

test("what is not an address of the review is no other page", () => {
  expect(read("/page/q1")).toEqual({ kind: "unknown", path: "/page/q1" });
  expect(read("/nothing")).toEqual({ kind: "unknown", path: "/nothing" });
  expect(read("/files/%ff")).toEqual({ kind: "unknown", path: "/files/%ff" });
  expect(read("/page/p1?hunk=../x&line=12")).toEqual({
    kind: "page",
    placement: "p1",
    hunk: undefined,
    line: undefined,
  });
});

test("an address that was written reads back the same, whatever the path", () => {
  const segment = fc.string({ minLength: 1, unit: "binary" }).filter((text) => !/^\.{1,2}$|\//.test(text));
  const path = fc.array(segment, { minLength: 1, maxLength: 4 }).map((parts) => parts.join("/"));
  fc.assert(
    fc.property(path, fc.nat(9999), (name, number) => {
      fc.pre(!name.includes("\\"));
      const route: Route = { kind: "file", path: name, hunk: "h1", line: { by: "old", number } };
      expect(read(formatRoute(route))).toEqual(route);
    }),
  );
});

test("the token stands in the fragment, named or bare", () => {
  expect(readToken("#token=abc_DEF-123")).toBe("abc_DEF-123");
  expect(readToken("#0123456789abcdef0123")).toBe("0123456789abcdef0123");
  expect(readToken("#section")).toBeUndefined();
  expect(readToken("")).toBeUndefined();
});

test("a pass in a fragment is no token", () => {
  expect(readPass("#pass=abc_DEF-123")).toBe("abc_DEF-123");
  expect(readToken("#pass=abc_DEF-1234567890")).toBeUndefined();
  expect(readPass("#token=abc")).toBeUndefined();
  expect(readPass("")).toBeUndefined();
});
