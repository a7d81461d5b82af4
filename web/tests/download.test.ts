// Python's files for a table with no server: whole or not at all, kept, and not fetched twice.
import { beforeEach, expect, test } from "vitest";
import { Downloads, Failed, kindOf, type Source } from "../src/offline/download.ts";
import type { PythonFiles } from "../src/offline/python.ts";

const BASE = "https://table.example/python/";
const BODIES: Readonly<Record<string, string>> = { "engine/a.mjs": "export {}", "engine/lib.zip": "z".repeat(60), "app.bin": "app".repeat(10) };
const LIST: PythonFiles = { engine: "engine", app: "app.bin", bytes: Object.fromEntries(Object.entries(BODIES).map(([name, body]) => [name, body.length])) };

let asked: string[];
let there: Record<string, string | undefined>;
let kept: Map<string, Response>;
let online: boolean;
let shares: number[];

const cache = {
  match: (address: string) => Promise.resolve(kept.get(address)?.clone()),
  put: (address: string, response: Response) => Promise.resolve(void kept.set(address, response)),
  delete: (address: string) => Promise.resolve(kept.delete(address)),
} as unknown as Cache;

function source(where: Cache | null = cache): Source {
  const fetch = (address: string): Promise<Response> => {
    asked.push(address.slice(BASE.length));
    if (!online) return Promise.reject(new TypeError("Failed to fetch"));
    const body = there[address.slice(BASE.length)];
    return Promise.resolve(body === undefined ? new Response("", { status: 404 }) : new Response(body));
  };
  return { fetch, cache: Promise.resolve(where ?? undefined) };
}

const listed = (from = source()) => Downloads.at(BASE, from, (share) => void shares.push(share));
const why = (promise: Promise<unknown>) => promise.then(() => "came", (error: unknown) => (error instanceof Failed ? error.why : String(error)));
const text = (body: Uint8Array) => new TextDecoder().decode(body);

beforeEach(() => {
  [asked, shares, online] = [[], [], true];
  kept = new Map();
  there = { "files.json": JSON.stringify(LIST), ...BODIES };
});

test("a file comes as it is, and is kept under its kind", async () => {
  const downloads = await listed();
  for (const [name, body] of Object.entries(BODIES)) expect(text(await downloads.body(name))).toBe(body);
  expect(kept.get(`${BASE}engine/a.mjs`)?.headers.get("content-type")).toBe("text/javascript");
  expect(shares.at(-1)).toBe(1);
  expect(shares).toEqual([...shares].sort((a, b) => a - b));
});

test("what is kept is not fetched again, and is there without a network", async () => {
  const first = await listed();
  for (const name of Object.keys(BODIES)) await first.ensure(name);
  [asked, online] = [[], false];
  const again = await listed();
  for (const [name, body] of Object.entries(BODIES)) expect(text(await again.body(name))).toBe(body);
  expect(asked).toEqual(["files.json"]);
});

test.each([
  ["shorter", "ap"],
  ["longer", "app".repeat(11)],
])("a file that is %s than it should be is not kept, and comes at the next try", async (_, body) => {
  there["app.bin"] = body;
  expect(await why((await listed()).body("app.bin"))).toBe("half-downloaded");
  expect(kept.has(`${BASE}app.bin`)).toBe(false);
  there["app.bin"] = BODIES["app.bin"];
  expect(await why((await listed()).body("app.bin"))).toBe("came");
});

test("what somebody else has kept by halves is thrown away", async () => {
  kept.set(`${BASE}app.bin`, new Response("ap"));
  const downloads = await listed();
  expect(await why(downloads.body("app.bin"))).toBe("half-downloaded");
  expect(await why(downloads.body("app.bin"))).toBe("came");
});

test("without a network and with nothing kept it says so", async () => {
  online = false;
  expect(await why(listed())).toBe("no-python");
  online = true;
  there["app.bin"] = undefined;
  expect(await why((await listed()).body("app.bin"))).toBe("no-python");
  there["files.json"] = "<!doctype html>";
  expect(await why(listed())).toBe("no-python");
});

test("where nothing can be kept it is fetched each time", async () => {
  const downloads = await listed(source(null));
  await downloads.body("app.bin");
  await downloads.ensure("app.bin");
  expect(asked.filter((name) => name === "app.bin")).toHaveLength(2);
});

test("a full cache does not keep anybody from playing", async () => {
  const full = { match: () => Promise.resolve(undefined), put: () => Promise.reject(new DOMException("full", "QuotaExceededError")), delete: () => Promise.resolve(false) } as unknown as Cache;
  expect(text(await (await listed(source(full))).body("app.bin"))).toBe(BODIES["app.bin"]);
});

test("kinds", () => {
  expect(["a.mjs", "b.wasm", "c.zip", "d"].map(kindOf)).toEqual(["text/javascript", "application/wasm", "application/octet-stream", "application/octet-stream"]);
});
