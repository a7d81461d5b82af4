// The worker in which Python hosts the tables of this device. It fetches Python once, and then speaks as a server does.
import { holdAlone } from "./alone.ts";
import { memoryDatabase, openDatabase, type Kept } from "./database.ts";
import { Downloads, Failed, kindOf } from "./download.ts";
import { Hosting, type Host } from "./hosting.ts";
import type { FromWorker, ToWorker } from "./messages.ts";
import { KeptMemory, MEMORY } from "./memory.ts";
import { HOST, loadScripts, startPython, type Python, type Start } from "./python.ts";

/** A match begins first. */
const WRITE_MS = 2_000;

const tell = (message: FromWorker): void => self.postMessage(message);
const cache = keptFiles();

/** Where a browser keeps what was fetched; nowhere on plain HTTP, or where it may keep nothing. */
async function keptFiles(): Promise<Cache | undefined> {
  try {
    return await caches.open("python");
  } catch {
    return undefined;
  }
}

/** Where the memory of an earlier start is; nowhere in some private windows. */
const memories = openDatabase(MEMORY).catch(() => undefined);
let remembered: KeptMemory | undefined;

/** Whoever asks for one of these files by its address is given it from memory. */
function serveFrom(bodies: ReadonlyMap<string, Uint8Array>): () => void {
  const real = self.fetch.bind(self);
  self.fetch = (input, options) => {
    const address = input instanceof Request ? input.url : String(input);
    const body = bodies.get(address);
    return body ? Promise.resolve(new Response(body as BodyInit, { headers: { "content-type": kindOf(address) } })) : real(input, options);
  };
  return () => void (self.fetch = real);
}

async function database(): Promise<{ kept: boolean; database: Kept }> {
  try {
    return { kept: true, database: await openDatabase() };
  } catch {
    return { kept: false, database: memoryDatabase() };
  }
}

/** Everything at once: none of it waits for another. */
async function start(base: string, waitScale: number): Promise<{ host: Host; kept: boolean }> {
  const opening = database();
  const downloads = await Downloads.at(base, { fetch: (address, options) => fetch(address, options), cache }, (share) => tell({ t: "progress", share }));
  const names = Object.keys(downloads.list.bytes);
  const wasm = names.find((name) => name.endsWith(".wasm"))!;
  // Scripts are asked for by Python itself: they only have to be kept.
  const scripts = names.filter((name) => name.endsWith(".mjs")).map((name) => downloads.ensure(name));
  const read = names.filter((name) => !/\.(mjs|wasm)$/.test(name)).map(async (name) => [base + name, await downloads.body(name)] as const);
  const compiling = downloads.compiled(wasm);
  // It is here: a browser that cannot load it into a worker is too old.
  const loading = Promise.all(scripts).then(() => loadScripts(base, downloads.list)).catch((error: unknown) => {
    throw error instanceof Failed ? error : new Failed("old-browser", error);
  });
  const memory = new KeptMemory(downloads.list, memories, navigator.userAgent);
  remembered = memory;
  const remembering = memory.read().catch(() => undefined);
  // What comes is kept, also when something else does not.
  await Promise.allSettled([compiling, loading, ...read]);
  await loading;
  // The engine is compiled already: whoever asks for it again gets nothing more.
  const [module, bodies] = [await compiling, new Map([...(await Promise.all(read)), [base + wasm, new Uint8Array()]])];
  const restore = serveFrom(bodies);
  const python = (given: Start) => startPython(base, downloads.list, bodies.get(base + downloads.list.app)!, { module, ...given });
  try {
    const started = await startedFrom(memory, await remembering, python);
    const post = (socket: number, text: string): void => tell({ t: "told", socket, text });
    const { kept, database } = await opening;
    const host = (started.pyimport(HOST) as { start(kept: Kept, post: unknown, waitScale: number): Host }).start(database, post, waitScale);
    return { host, kept };
  } catch (error) {
    throw error instanceof Failed ? error : new Failed("python-failed", error);
  } finally {
    restore();
  }
}

/** From the memory of an earlier start; else from the beginning, and its memory is kept for the next one. */
async function startedFrom(kept: KeptMemory, memory: Uint8Array | undefined, start: (given: Start) => Promise<Python>): Promise<Python> {
  if (memory)
    try {
      return await start({ memory });
    } catch (error) {
      // Whatever it was: the long way is always open.
      console.warn(error);
      await kept.forget();
    }
  const keep = (memory: Uint8Array): void => void setTimeout(() => void kept.write(memory), WRITE_MS);
  return start((await memories) ? { keep } : {});
}

const hosting = new Hosting({ tell, start, alone: holdAlone, distrust: () => void remembered?.forget() });
self.onmessage = (event: MessageEvent<ToWorker>) => void hosting.handle(event.data);
