// @vitest-environment node
// The memory of a started Python, as it is kept: smaller, the same when it is read, and never another's.
import { expect, test } from "vitest";
import { gathered, isMemory, KeptMemory, spread } from "../src/offline/memory.ts";
import type { PythonFiles } from "../src/offline/python.ts";

const BASE = "https://table.example/python/";
const LIST: PythonFiles = { engine: "engine-1", app: "app-1.bin", bytes: {} };
const PAGE = 4096;

/** So many pages, of which these are not empty; the last one may be a short one. */
function memory(pages: number, full: readonly number[], more = 0): Uint8Array {
  const made = new Uint8Array(pages * PAGE + more);
  for (const page of full) made[page * PAGE + ((page * 37) % PAGE)] = page + 1;
  if (more) made[made.length - 1] = 9;
  return made;
}

function cache(room = true) {
  const kept = new Map<string, Response>();
  const open = {
    match: (address: string) => Promise.resolve(kept.get(address)?.clone()),
    put: (address: string, response: Response) => (room ? Promise.resolve(void kept.set(address, response)) : Promise.reject(new DOMException("full", "QuotaExceededError"))),
    delete: (address: string) => Promise.resolve(kept.delete(address)),
    keys: () => Promise.resolve([...kept.keys()].map((url) => ({ url }))),
  } as unknown as Cache;
  return { kept, open: Promise.resolve(open) };
}

test.each([
  ["empty", memory(5, [])],
  ["full", memory(3, [0, 1, 2])],
  ["with gaps", memory(9, [1, 2, 5, 8])],
  ["with a short end", memory(4, [0], 128)],
])("memory that is %s is read as it was", (_, given) => {
  expect(Buffer.compare(spread(gathered(given)), given)).toBe(0);
});

test("empty pages take no room", () => {
  expect(gathered(memory(100, [3, 50])).byteLength).toBeLessThan(3 * PAGE);
});

test("it is read by the same browser with the same files, and by no other", async () => {
  const { open } = cache();
  const given = memory(3, [1]);
  await new KeptMemory(BASE, LIST, open, "Browser 1").write(given);
  expect(Buffer.compare((await new KeptMemory(BASE, LIST, open, "Browser 1").read())!, given)).toBe(0);
  expect(await new KeptMemory(BASE, LIST, open, "Browser 2").read()).toBeUndefined();
  expect(await new KeptMemory(BASE, { ...LIST, app: "app-2.bin" }, open, "Browser 1").read()).toBeUndefined();
  expect(await new KeptMemory(BASE, { ...LIST, engine: "engine-2" }, open, "Browser 1").read()).toBeUndefined();
});

test("a newer one takes the place of all others, and of no file", async () => {
  const { kept, open } = cache();
  await (await open).put(`${BASE}app-1.bin`, new Response("app"));
  await new KeptMemory(BASE, LIST, open, "Browser 1").write(memory(2, [0]));
  const newer = new KeptMemory(BASE, LIST, open, "Browser 2");
  await newer.write(memory(2, [1]));
  expect([...kept.keys()].filter((address) => isMemory(address, BASE))).toHaveLength(1);
  await newer.forget();
  expect([...kept.keys()]).toEqual([`${BASE}app-1.bin`]);
});

test("without a cache, or without room in it, nothing is kept and nothing breaks", async () => {
  for (const open of [Promise.resolve(undefined), cache(false).open]) {
    const without = new KeptMemory(BASE, LIST, open, "Browser 1");
    await without.write(memory(2, [1]));
    expect(await without.read()).toBeUndefined();
  }
});
