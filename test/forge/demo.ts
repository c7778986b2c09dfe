import type { Pull, TestForge } from "./forge.ts";

/** `acme/app` with one open pull request, its conversations, and people: author, reviewer (the reader) and other. */
export async function addDemo(forge: TestForge, fullName = "acme/app"): Promise<Pull> {
  const repository = forge.addRepository(fullName, {
    "src/price.ts": priceBefore,
    "src/cart.ts": cart,
    "src/report.ts": report,
    "README.md": "# Shop\n\nA small shop.\n",
    "old.txt": "gone soon\n",
  });
  repository.commit(
    { "src/price.ts": priceAfter, "src/discount.ts": discount, "old.txt": null },
    {
      branch: "discounts",
      parent: repository.store.tip("refs/heads/main") as string,
      message: "Add discounts",
    },
  );
  const pull = repository.open({
    head: "discounts",
    title: "Give discounts",
    body: "Adds **discounts** to prices.\n\n- a table of them\n- `priceOf` uses it\n",
  });
  // The base moves on after the pull request was opened: the API's base.sha is stale from here on.
  repository.commit({ "CHANGES.md": "Later.\n" }, { branch: "main", message: "Later on main" });
  pull.comment("other", "Nice. When does this come?");
  await forge.review(pull, "other", {
    event: "COMMENT",
    body: "Two things.",
    threads: [
      { path: "src/price.ts", line: 5, body: "Why is this not rounded?" },
      { path: "src/discount.ts", line: 3, startLine: 1, startSide: "RIGHT", body: "Should this be a `Map`?" },
      { path: "src/price.ts", subject: "FILE", body: "This file wants a test." },
      { path: "old.txt", line: 1, side: "LEFT", body: "Goodbye." },
    ],
  });
  forge.reply(pull.threads[0]!, "author", "It is, in the cart.");
  pull.threads[1]!.resolvedBy = forge.user("author");
  forge.user("reviewer");
  return pull;
}

const priceBefore = `export interface Item { readonly name: string; readonly cents: number }

export function priceOf(item: Item, count: number): number {
  const cents = item.cents * count;
  return cents;
}

export function show(cents: number): string {
  return (cents / 100).toFixed(2);
}

export function sum(prices: readonly number[]): number {
  let total = 0;
  for (const price of prices) total += price;
  return total;
}

export const currency = "EUR";
`;

const priceAfter = priceBefore
  .replace("export interface", 'import { discountFor } from "./discount.ts";\n\nexport interface')
  .replace(
    "  const cents = item.cents * count;\n",
    "  const cents = item.cents * count - discountFor(item.name);\n",
  )
  .replace('"EUR"', '"CHF"');

const discount = `const discounts: Record<string, number> = {
  tea: 50,
};

export function discountFor(name: string): number {
  return discounts[name] ?? 0;
}
`;

const cart = `import { type Item, priceOf, sum } from "./price.ts";

export function total(items: readonly Item[]): number {
  return sum(items.map((item) => priceOf(item, 1)));
}
`;

const report = `import { total } from "./cart.ts";
import { show } from "./price.ts";

export function report(): string {
  return show(total([{ name: "tea", cents: 300 }]));
}
`;

export interface BigOptions {
  readonly files?: number;
  readonly threads?: number;
}

/** A pull request of 3,000 files and 500 threads, some with many replies, unless told otherwise. */
export async function addBig(
  forge: TestForge,
  fullName = "acme/big",
  { files = 3000, threads = 500 }: BigOptions = {},
): Promise<Pull> {
  const path = (index: number) => `src/part${index % 40}/module${index}.ts`;
  const text = (index: number, value: number) =>
    `export function value${index}(): number {\n  return ${value};\n}\n\nexport const name${index} = "${index}";\n`;
  const all = (value: number) =>
    Object.fromEntries(Array.from({ length: files }, (_, index) => [path(index), text(index, value)]));
  const repository = forge.addRepository(fullName, all(1));
  const parent = repository.store.tip("refs/heads/main") as string;
  repository.commit(all(2), { branch: "all", parent, message: "Change everything" });
  const pull = repository.open({ head: "all", title: "Change everything", body: "All of it." });
  await forge.review(pull, "other", {
    event: "COMMENT",
    threads: Array.from({ length: threads }, (_, index) => ({
      path: path(index % files),
      line: 2,
      body: `Thread ${index}: is 2 right?`,
    })),
  });
  // Every fiftieth thread has more comments than one page of the inner list.
  for (const [index, thread] of pull.threads.entries()) {
    if (index % 50 === 0)
      for (let reply = 1; reply <= 12; reply++) forge.reply(thread, "author", `Reply ${reply}.`);
    if (index % 3 === 0) thread.resolvedBy = forge.user("author");
  }
  forge.user("reviewer");
  return pull;
}
