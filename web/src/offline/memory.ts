// The memory of a Python that has just been started, kept on this device: the next start copies it instead of running and
// importing everything again. It belongs to the same files in the same browser, and to nothing else.
// In IndexedDB, which browsers have on plain HTTP too, and apart from the tables: to write it holds no act up.
import type { Kept } from "./database.ts";
import type { PythonFiles } from "./python.ts";

/** The name of its database. */
export const MEMORY = "cartable-memory";
/** What is empty is left out in pieces of this size, which is counted in 32-bit words. */
const PAGE = 1024;
const WORD = 4;

export class KeptMemory {
  readonly #name: string;
  readonly #database: Promise<Kept | undefined>;

  constructor({ engine, app }: PythonFiles, database: Promise<Kept | undefined>, browser: string) {
    // Another browser, or a newer one, may lay things out in another way.
    this.#name = `${engine} ${app} ${browser}`;
    this.#database = database;
  }

  async read(): Promise<Uint8Array<ArrayBuffer> | undefined> {
    const found = await (await this.#database)?.read(this.#name);
    return found && spread(found);
  }

  /** In place of all that was kept before. It is no loss if there is no room. */
  async write(memory: Uint8Array): Promise<void> {
    await this.#replace([[this.#name, gathered(memory)]]);
  }

  async forget(): Promise<void> {
    await this.#replace([]);
  }

  async #replace(puts: [string, Uint8Array][]): Promise<void> {
    const database = await this.#database;
    const old = ((await database?.readAll("")) ?? []).map(([name]) => name);
    await database?.write([], old);
    await database?.write(puts, []).catch(() => undefined);
  }
}

/** Memory without its empty pages: its length, how many stretches are left, where each begins and ends, the stretches. */
export function gathered(memory: Uint8Array): Uint8Array<ArrayBuffer> {
  const words = new Uint32Array(memory.buffer, memory.byteOffset, memory.length / WORD);
  const ends: number[] = [];
  for (let at = 0; at < words.length; at += PAGE) {
    const end = Math.min(at + PAGE, words.length);
    if (words.subarray(at, end).every((word) => word === 0)) continue;
    if (ends.at(-1) === at) ends[ends.length - 1] = end;
    else ends.push(at, end);
  }
  const stretches = pairs(ends);
  const found = new Uint32Array(2 + ends.length + stretches.reduce((sum, [begin, end]) => sum + end - begin, 0));
  found.set([words.length, stretches.length, ...ends]);
  let at = 2 + ends.length;
  for (const [begin, end] of stretches) {
    found.set(words.subarray(begin, end), at);
    at += end - begin;
  }
  return new Uint8Array(found.buffer);
}

/** What `gathered` was given. */
export function spread(kept: Uint8Array): Uint8Array<ArrayBuffer> {
  const words = new Uint32Array(kept.buffer, kept.byteOffset, kept.length / WORD);
  const [length, count] = [words[0]!, words[1]!];
  const found = new Uint32Array(length);
  let at = 2 + 2 * count;
  for (const [begin, end] of pairs(words.subarray(2, at))) {
    found.set(words.subarray(at, at + end - begin), begin);
    at += end - begin;
  }
  return new Uint8Array(found.buffer);
}

function pairs(ends: ArrayLike<number>): [begin: number, end: number][] {
  return Array.from({ length: ends.length / 2 }, (_, at) => [ends[2 * at]!, ends[2 * at + 1]!]);
}
