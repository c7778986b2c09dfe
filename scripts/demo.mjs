// Makes a small repository with a change in several languages, for those who have none at hand.
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

/** Makes the repository in a new temporary folder: `main` and, one commit ahead, `topic`. Returns the folder. */
export function makeDemo() {
  const folder = mkdtempSync(join(tmpdir(), "headwater-demo-"));
  git(folder, "init", "-q", "-b", "main");
  write(folder, before);
  commit(folder, "A shop: prices, orders and a report", "2026-01-05T09:00:00Z");
  git(folder, "checkout", "-q", "-b", "topic");
  write(folder, after);
  commit(
    folder,
    "Discounts apply before tax\n\nThe report and the worker show the amount saved.",
    "2026-01-06T09:00:00Z",
  );
  return folder;
}

function write(folder, files) {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

function commit(folder, message, date) {
  git(folder, "add", "-A");
  git(folder, "commit", "-q", "--no-gpg-sign", "-m", message, date);
}

function git(folder, ...args) {
  const date = args[0] === "commit" ? args.pop() : undefined;
  const environment = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !name.startsWith("GIT_")),
  );
  execFileSync("git", ["-C", folder, "-c", "core.hooksPath=/dev/null", ...args], {
    stdio: ["ignore", "ignore", "inherit"],
    env: {
      ...environment,
      GIT_CONFIG_NOSYSTEM: "1",
      GIT_CONFIG_GLOBAL: process.platform === "win32" ? "NUL" : "/dev/null",
      GIT_AUTHOR_NAME: "Headwater demo",
      GIT_AUTHOR_EMAIL: "demo@example.invalid",
      GIT_COMMITTER_NAME: "Headwater demo",
      GIT_COMMITTER_EMAIL: "demo@example.invalid",
      ...(date === undefined ? {} : { GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date }),
    },
  });
}

const before = {
  "README.md": "# Demo shop\n\nPrices are in cents.\n",
  "package.json": '{\n  "name": "demo-shop",\n  "type": "module"\n}\n',
  "package-lock.json": '{\n  "name": "demo-shop",\n  "lockfileVersion": 3,\n  "packages": {}\n}\n',
  "web/price.ts": `export interface Item {
  readonly name: string;
  readonly cents: number;
}

const TAX = 0.2;

export function withTax(cents: number): number {
  return Math.round(cents * (1 + TAX));
}

export function total(items: readonly Item[]): number {
  let sum = 0;
  for (const item of items) sum += item.cents;
  return withTax(sum);
}
`,
  "web/cart.ts": `import { type Item, total } from "./price";

export function summary(items: readonly Item[]): string {
  return \`\${items.length} items, \${total(items)} cents\`;
}
`,
  "web/checkout.ts": `import { summary } from "./cart";
import { type Item, total } from "./price";

export function checkout(items: readonly Item[]): { text: string; cents: number } {
  return { text: summary(items), cents: total(items) };
}
`,
  "report/prices.py": `def total(items):
    return sum(item["cents"] for item in items)


def average(items):
    return total(items) / len(items)
`,
  "report/daily.py": `from prices import average, total


def daily_report(orders):
    lines = []
    for order in orders:
        lines.append(f"{order['id']}: {total(order['items'])} cents")
    return "\\n".join(lines)


def mean_order(orders):
    return average([{"cents": total(o["items"])} for o in orders])
`,
  "worker/go.mod": "module example.invalid/worker\n\ngo 1.22\n",
  "worker/orders/orders.go": `package orders

// Order is what a customer bought.
type Order struct {
	ID    string
	Cents int
}

// Total adds up the orders.
func Total(list []Order) int {
	sum := 0
	for _, order := range list {
		sum += order.Cents
	}
	return sum
}
`,
  "worker/main.go": `package main

import (
	"fmt"

	"example.invalid/worker/orders"
)

func main() {
	list := []orders.Order{{ID: "a", Cents: 100}}
	fmt.Println(orders.Total(list))
}
`,
};

const after = {
  "README.md": "# Demo shop\n\nPrices are in cents. Discounts apply before tax.\n",
  "package-lock.json":
    '{\n  "name": "demo-shop",\n  "version": "1.1.0",\n  "lockfileVersion": 3,\n  "packages": {}\n}\n',
  "web/price.ts": `export interface Item {
  readonly name: string;
  readonly cents: number;
  /** From 0 to 1. */
  readonly discount?: number;
}

const TAX = 0.2;

export function withTax(cents: number): number {
  return Math.round(cents * (1 + TAX));
}

export function discounted(item: Item): number {
  return Math.round(item.cents * (1 - (item.discount ?? 0)));
}

export function total(items: readonly Item[]): number {
  let sum = 0;
  for (const item of items) sum += discounted(item);
  return withTax(sum);
}
`,
  "web/cart.ts": `import { discounted, type Item, total } from "./price";

export function saved(items: readonly Item[]): number {
  return items.reduce((sum, item) => sum + item.cents - discounted(item), 0);
}

export function summary(items: readonly Item[]): string {
  return \`\${items.length} items, \${total(items)} cents, \${saved(items)} saved\`;
}
`,
  "report/prices.py": `def discounted(item):
    return round(item["cents"] * (1 - item.get("discount", 0)))


def total(items):
    return sum(discounted(item) for item in items)


def average(items):
    return total(items) / len(items)
`,
  "worker/orders/orders.go": `package orders

// Order is what a customer bought.
type Order struct {
	ID       string
	Cents    int
	Discount float64
}

// Discounted is what the customer pays, before tax.
func (o Order) Discounted() int {
	return int(float64(o.Cents) * (1 - o.Discount))
}

// Total adds up the orders.
func Total(list []Order) int {
	sum := 0
	for _, order := range list {
		sum += order.Discounted()
	}
	return sum
}
`,
};
