// Fetches Python's files for a table on this device, whole or not at all, and keeps them where the browser allows it.
import type { Trouble } from "./messages.ts";
import type { PythonFiles } from "./python.ts";

/** Why Python could not be started. */
export class Failed extends Error {
  readonly why: Trouble;
  constructor(why: Trouble, about: unknown) {
    super(about instanceof Error ? `${about.name}: ${about.message}` : String(about));
    this.why = why;
  }
}

/** Where files come from; another one in tests. */
export interface Source {
  fetch(address: string, options?: RequestInit): Promise<Response>;
  /** What was fetched once, where a browser keeps such things: over HTTPS, or on this machine. */
  readonly cache: Promise<Cache | undefined>;
}

const KINDS: Readonly<Record<string, string>> = { mjs: "text/javascript", wasm: "application/wasm" };
export const kindOf = (name: string): string => KINDS[name.split(".").at(-1)!] ?? "application/octet-stream";

export class Downloads {
  readonly list: PythonFiles;
  readonly #base: string;
  readonly #source: Source;
  readonly #got: (bytes: number) => void;

  private constructor(base: string, list: PythonFiles, source: Source, share: (share: number) => void) {
    this.#base = base;
    this.list = list;
    this.#source = source;
    this.#got = counter(list, share);
  }

  /** Which files there are now at `base`; `share` is told how much of them has come, from 0 to 1. */
  static async at(base: string, source: Source, share: (share: number) => void): Promise<Downloads> {
    const list = await newestList(`${base}files.json`, source);
    return new Downloads(base, list, source, share);
  }

  /** The whole of a file. It is kept only then: what is in the cache is whole. */
  async body(name: string): Promise<Uint8Array> {
    const address = this.#base + name;
    const cache = await this.#source.cache;
    const known = await cache?.match(address);
    try {
      const body = await this.#read(known ?? (await this.#ask(address)), name);
      // With a kind of our own: not every host knows that of WebAssembly.
      if (!known) await cache?.put(address, new Response(body as BodyInit, { headers: { "content-type": kindOf(name) } })).catch(() => undefined);
      return body;
    } catch (error) {
      // Somebody else may have kept it: else no second try could ever end better.
      await cache?.delete(address);
      throw error;
    }
  }

  /** The compiled module: while it comes, where it was kept before. */
  async compiled(name: string): Promise<WebAssembly.Module> {
    const known = await (await this.#source.cache)?.match(this.#base + name);
    if (known) {
      const module = await WebAssembly.compileStreaming(known).catch(() => undefined);
      if (module) {
        this.#got(this.list.bytes[name]!);
        return module;
      }
    }
    const body = await this.body(name);
    return WebAssembly.compile(body as BufferSource).catch((error: unknown) => {
      throw new Failed("old-browser", error);
    });
  }

  /** Have it kept, without looking into it. */
  async ensure(name: string): Promise<void> {
    if (await (await this.#source.cache)?.match(this.#base + name)) this.#got(this.list.bytes[name]!);
    else await this.body(name);
  }

  #ask(address: string): Promise<Response> {
    return this.#source.fetch(address).catch((error: unknown) => {
      throw new Failed("no-python", error);
    });
  }

  async #read(response: Response, name: string): Promise<Uint8Array> {
    const size = this.list.bytes[name]!;
    if (!response.ok || !response.body) throw new Failed("no-python", `${name}: ${response.status}`);
    const body = new Uint8Array(size);
    const reader = response.body.getReader();
    let at = 0;
    try {
      for (let part = await reader.read(); !part.done; part = await reader.read()) {
        if (at + part.value.length > size) throw new Error(`${name} is longer than ${size} bytes`);
        body.set(part.value, at);
        at += part.value.length;
        this.#got(part.value.length);
      }
    } catch (error) {
      throw new Failed("half-downloaded", error);
    }
    if (at !== size) throw new Failed("half-downloaded", `${name}: ${at} of ${size} bytes`);
    return body;
  }
}

/** Tells the share that has come, whenever it has grown by a hundredth. */
function counter(list: PythonFiles, share: (share: number) => void): (bytes: number) => void {
  const total = Object.values(list.bytes).reduce((sum, size) => sum + size, 0);
  let done = 0;
  return (bytes) => {
    const before = Math.floor((100 * done) / total);
    done += bytes;
    if (Math.floor((100 * done) / total) !== before) share(Math.min(1, done / total));
  };
}

/** Which files there are now; without a network, which there were. */
async function newestList(address: string, source: Source): Promise<PythonFiles> {
  const cache = await source.cache;
  const response = await source.fetch(address, { cache: "no-cache" }).catch(() => undefined);
  if (response?.ok) await cache?.put(address, response.clone()).catch(() => undefined);
  const found = response?.ok ? response : await cache?.match(address);
  if (!found) throw new Failed("no-python", response?.status ?? "no network");
  return (await found.json().catch((error: unknown) => {
    throw new Failed("no-python", error);
  })) as PythonFiles;
}
