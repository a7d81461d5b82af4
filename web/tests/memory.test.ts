// @vitest-environment node
// The memory of a started Python, as it is kept: smaller, the same when it is read, and never another's.
import { expect, test } from "vitest";
import { memoryDatabase, type Kept } from "../src/offline/database.ts";
import { gathered, KeptMemory, spread } from "../src/offline/memory.ts";
import type { PythonFiles } from "../src/offline/python.ts";

const LIST: PythonFiles = { engine: "engine-1", app: "app-1.bin", bytes: {} };
const PAGE = 4096;

/** So many pages, of which these are not empty; the last one may be a short one. */
function memory(pages: number, full: readonly number[], more = 0): Uint8Array {
  const made = new Uint8Array(pages * PAGE + more);
  for (const page of full) made[page * PAGE + ((page * 37) % PAGE)] = page + 1;
  if (more) made[made.length - 1] = 9;
  return made;
}

/** A database in which nothing can be kept. */
function full(): Kept {
  const refused = (puts: unknown[]) => (puts.length ? Promise.reject(new DOMException("full", "QuotaExceededError")) : Promise.resolve());
  return { ...memoryDatabase(), write: refused };
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
  const database = Promise.resolve(memoryDatabase());
  const given = memory(3, [1]);
  await new KeptMemory(LIST, database, "Browser 1").write(given);
  expect(Buffer.compare((await new KeptMemory(LIST, database, "Browser 1").read())!, given)).toBe(0);
  expect(await new KeptMemory(LIST, database, "Browser 2").read()).toBeUndefined();
  expect(await new KeptMemory({ ...LIST, app: "app-2.bin" }, database, "Browser 1").read()).toBeUndefined();
  expect(await new KeptMemory({ ...LIST, engine: "engine-2" }, database, "Browser 1").read()).toBeUndefined();
});

test("a newer one takes the place of all others", async () => {
  const database = memoryDatabase();
  const [older, newer] = ["Browser 1", "Browser 2"].map((browser) => new KeptMemory(LIST, Promise.resolve(database), browser)) as [KeptMemory, KeptMemory];
  await older.write(memory(2, [0]));
  await newer.write(memory(2, [1]));
  expect(await older.read()).toBeUndefined();
  expect(await database.readAll("")).toHaveLength(1);
  await newer.forget();
  expect(await database.readAll("")).toEqual([]);
});

test.each([
  ["a database", undefined],
  ["room in it", full()],
])("without %s nothing is kept and nothing breaks", async (_, database) => {
  const without = new KeptMemory(LIST, Promise.resolve(database), "Browser 1");
  await without.write(memory(2, [1]));
  expect(await without.read()).toBeUndefined();
});
