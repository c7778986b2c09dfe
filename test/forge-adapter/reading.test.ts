import { afterEach, beforeEach, expect, test } from "vitest";
import { type Forge, openForge, type PullAddress } from "../../src/adapters/forge/forge.ts";
import { UserError } from "../../src/kit/errors.ts";
import { addBig, addDemo } from "../forge/demo.ts";
import { type Pull, startForge, type TestForge } from "../forge/forge.ts";

const never = new AbortController().signal;
let forge: TestForge;
let pull: Pull;

beforeEach(async () => {
  forge = await startForge();
  pull = await addDemo(forge);
});
afterEach(() => forge.close());

function open(login: string | null, apiUrl = forge.apiUrl): Promise<Forge> {
  const token = login === null ? {} : { token: forge.user(login).token };
  return openForge({ host: forge.host, webUrl: forge.url, apiUrl, version: "0", ...token });
}

function address(fullName = "acme/app", number = 1): PullAddress {
  const [owner, name] = fullName.split("/") as [string, string];
  return { host: forge.host, owner, name, number };
}

async function failure(work: Promise<unknown>): Promise<UserError> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error instanceof UserError) return error;
  throw new Error(`expected a UserError, not ${String(error)}`);
}

test("the same pull request, list and discussion by the API's address and by a base of one's choice", async () => {
  for (const apiUrl of [forge.apiUrl, forge.url]) {
    const reader = await open("reviewer", apiUrl);
    const found = await reader.resolve(address(), never);
    expect(found).toMatchObject({ headSha: pull.headSha, statedBase: pull.baseSha, size: { files: 3 } });
    expect((await reader.listPulls(address(), never)).pulls).toHaveLength(1);
    const { threads, viewer } = await reader.discussion(found, undefined, never);
    expect([threads.length, viewer]).toEqual([4, "reviewer"]);
  }
});

test("with and without a token the threads stand at the same places; only then it is known which are resolved", async () => {
  const places = async (login: string | null) => {
    const reader = await open(login);
    const { threads, notes } = await reader.discussion(
      await reader.resolve(address(), never),
      undefined,
      never,
    );
    return {
      notes,
      resolved: threads.map((thread) => thread.isResolved),
      places: threads.map((thread) => [thread.present, thread.comments.map((comment) => comment.body)]),
    };
  };
  const [known, unknown] = [await places("reviewer"), await places(null)];
  expect(unknown.places).toEqual(known.places);
  expect(known.resolved).toEqual([false, true, false, false]);
  expect(unknown.resolved).toEqual([undefined, undefined, undefined, undefined]);
  expect(unknown.notes).toEqual([expect.stringContaining("resolved")]);
});

test("a thread whose line is gone is outdated, and keeps its original place", async () => {
  pull.push({ "src/discount.ts": "export const none = 0;\n" });
  for (const login of ["reviewer", null]) {
    const reader = await open(login);
    const { threads } = await reader.discussion(await reader.resolve(address(), never), undefined, never);
    expect(threads[1]).toMatchObject({ isOutdated: true, original: { line: 3, startLine: 1 } });
    expect(threads[1]?.present).toBeUndefined();
  }
});

test("own comments that wait stand at their lines, also on a file that is new", async () => {
  const place = { path: "src/discount.ts", line: 2 };
  await forge.review(pull, "reviewer", {
    event: null,
    threads: [
      { ...place, body: "New." },
      { path: "old.txt", line: 1, side: "LEFT", body: "Old." },
      { path: "src/discount.ts", subject: "FILE", body: "File." },
    ],
  });
  const read = async (login: string) => {
    const reader = await open(login);
    const { threads } = await reader.discussion(await reader.resolve(address(), never), undefined, never);
    return threads.filter((thread) => thread.comments[0]?.isPending).map((thread) => thread.present);
  };
  expect(await read("reviewer")).toEqual([
    { path: "old.txt", line: 1, side: "LEFT" },
    { ...place, side: "RIGHT" },
    { path: "src/discount.ts" },
  ]);
  expect(await read("other")).toEqual([]);
});

test("500 threads are read fully, and read again at the cost of a few questions", async () => {
  await addBig(forge, "acme/big", { files: 60, threads: 500 });
  const reader = await open("reviewer");
  const found = await reader.resolve(address("acme/big"), never);
  const first = await reader.discussion(found, undefined, never);
  expect(first.threads).toHaveLength(500);
  expect(first.threads[0]?.comments).toHaveLength(13);
  forge.forgetRequests();
  expect(await reader.discussion(found, first, never)).toBe(first);
  expect(forge.requests.filter((request) => request.status === 200)).toEqual([]);
});

test("a pull request whose fork is deleted is read", async () => {
  const fork = forge.addRepository("other/app", {}, { fork: pull.repository });
  fork.commit({ "f.txt": "f\n" }, { branch: "feature" });
  const { number } = pull.repository.open({ head: "feature", headRepository: fork, author: "other" });
  fork.delete();
  const reader = await open("reviewer");
  const found = await reader.resolve(address("acme/app", number), never);
  expect(found.headRepository).toBeUndefined();
  expect(found.headRef).toBe("feature");
});

test("a moved repository is found by its old name, and known by its new one", async () => {
  pull.repository.move("acme/shop");
  const reader = await open("reviewer");
  const found = await reader.resolve(address(), never);
  expect(found.address).toEqual(address("acme/shop"));
  expect((await reader.listPulls(address(), never)).repository).toBe("acme/shop");
  expect((await reader.discussion(found, undefined, never)).threads).toHaveLength(4);
});

test.each([
  ["nobody", null, "acme/secret", "no-such-pull-request"],
  ["a stranger", "other", "acme/secret", "no-such-pull-request"],
  ["one who may read it", "reviewer", "acme/nothing", "no-such-pull-request"],
])("%s does not get what is not theirs", async (_, login, name, code) => {
  forge.addRepository("acme/secret", {}, { private: true, readers: ["reviewer"] });
  const reader = await open(login);
  const error = await failure(reader.resolve(address(name), never));
  expect(error.code).toBe(code);
});

test("limits and failures are said, and short ones waited for", async () => {
  const anyone = await open(null);
  forge.setRate(null, 0);
  const limited = await failure(anyone.resolve(address(), never));
  expect(limited.code).toBe("rate-limited");
  const reader = await open("reviewer");
  const path = "/repos/acme/app/pulls/1";
  forge.failNext({ path, how: { secondaryLimit: 403, retryAfterSeconds: 1 } });
  expect((await reader.resolve(address(), never)).title).toBe("Give discounts");
  forge.failNext({ path, how: { secondaryLimit: 429, retryAfterSeconds: 3600 } });
  expect((await failure(reader.resolve(address(), never))).code).toBe("rate-limited");
  forge.failNext({ path, how: "bad-credentials" });
  expect((await failure(reader.resolve(address(), never))).code).toBe("forge-refused");
  forge.failNext({ path, times: 9, how: "cut-before" });
  expect((await failure(reader.resolve(address(), never))).code).toBe("forge-unreachable");
  forge.clearPlans();
  expect((await reader.resolve(address(), never)).headSha).toBe(pull.headSha);
});

test("no error and no request line names the token", async () => {
  const reader = await open("reviewer");
  const { token } = forge.user("reviewer");
  for (const how of ["bad-credentials", "bad-gateway", "cut-before", "unavailable"] as const) {
    forge.failNext({ times: 9, how });
    const error = await failure(reader.listPulls(address(), never));
    forge.clearPlans();
    expect(`${error.stack} ${error.message} ${String(error.cause)}`).not.toContain(token);
  }
  expect(forge.requests.some((request) => `${request.path}${request.query}`.includes(token))).toBe(false);
});
