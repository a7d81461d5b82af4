// The worker in which Python hosts the tables of this device. It fetches Python once, and then speaks as a server does.
import { memoryDatabase, openDatabase, type Kept } from "./database.ts";
import type { FromWorker, ToWorker, Trouble } from "./messages.ts";
import { startPython, type PythonFiles } from "./python.ts";

interface Host {
  request(method: string, path: string, place: number | undefined, body: string): Promise<[number, string]>;
  open(line: number, code: string, place: number | undefined): Promise<boolean>;
  said(line: number, text: string): void;
  closed(line: number): void;
}

class Failed extends Error {
  readonly why: Trouble;
  constructor(why: Trouble, about: unknown) {
    super(String(about));
    this.why = why;
  }
}

/** Another tab that plays on this device has the database: so long it may take to let go, as when a page is reloaded. */
const OTHER_TAB_MS = 4_000;

const tell = (message: FromWorker): void => self.postMessage(message);
let host: Promise<Host> | undefined;
let lock: Promise<void> | undefined;

const KINDS: Readonly<Record<string, string>> = { mjs: "text/javascript", wasm: "application/wasm" };
const kindOf = (name: string): string => KINDS[name.split(".").at(-1)!] ?? "application/octet-stream";

/** What was fetched once, where a browser keeps such things: over HTTPS, or on this machine. */
const cached = async (): Promise<Cache | undefined> => ("caches" in self ? caches.open("python").catch(() => undefined) : undefined);

async function fetched(base: string, name: string, size: number, got: (bytes: number) => void): Promise<Uint8Array> {
  const cache = await cached();
  const known = await cache?.match(base + name);
  const body = await read(known ?? (await asked(base + name)), name, size, got);
  if (!known) await cache?.put(base + name, new Response(body as BodyInit, { headers: { "content-type": kindOf(name) } })).catch(() => undefined);
  return body;
}

function asked(address: string): Promise<Response> {
  return fetch(address).catch((error: unknown) => {
    throw new Failed("no-python", error);
  });
}

/** The whole of it, or nothing. */
async function read(response: Response, name: string, size: number, got: (bytes: number) => void): Promise<Uint8Array> {
  if (!response.ok || !response.body) throw new Failed("no-python", `${name}: ${response.status}`);
  const body = new Uint8Array(size);
  const reader = response.body.getReader();
  let at = 0;
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      if (at + part.value.length > size) throw new Error(`${name} is longer than ${size} bytes`);
      body.set(part.value, at);
      at += part.value.length;
      got(part.value.length);
    }
  } catch (error) {
    throw new Failed("half-downloaded", error);
  }
  if (at !== size) throw new Failed("half-downloaded", `${name}: ${at} of ${size} bytes`);
  return body;
}

/** Which files there are now; without a network, which there were. */
async function newestList(address: string): Promise<Response> {
  const cache = await cached();
  const response = await fetch(address, { cache: "no-cache" }).catch(() => undefined);
  if (response?.ok) {
    await cache?.put(address, response.clone()).catch(() => undefined);
    return response;
  }
  const known = await cache?.match(address);
  if (!known) throw new Failed("no-python", response?.status ?? "no network");
  return known;
}

/** All files in memory; whoever asks for one of them by its address is given it from there. */
async function download(base: string): Promise<{ files: PythonFiles; bodies: Map<string, Uint8Array> }> {
  const list = await newestList(`${base}files.json`);
  const files = (await list.json().catch((error: unknown) => {
    throw new Failed("no-python", error);
  })) as PythonFiles;
  const total = Object.values(files.bytes).reduce((sum, size) => sum + size, 0);
  let done = 0;
  const got = (bytes: number): void => {
    const before = Math.floor((100 * done) / total);
    done += bytes;
    if (Math.floor((100 * done) / total) !== before) tell({ t: "progress", share: done / total });
  };
  const fetching = Object.entries(files.bytes).map(async ([name, size]) => [base + name, await fetched(base, name, size, got)] as const);
  return { files, bodies: new Map(await Promise.all(fetching)) };
}

function serveFrom(bodies: Map<string, Uint8Array>): void {
  const real = self.fetch.bind(self);
  self.fetch = (input, options) => {
    const address = input instanceof Request ? input.url : String(input);
    const body = bodies.get(address);
    if (!body) return real(input, options);
    return Promise.resolve(new Response(body as BodyInit, { headers: { "content-type": kindOf(address) } }));
  };
}

/** Only one tab may write: held for as long as this worker lives. Without locks (plain HTTP) nobody can tell. */
async function alone(): Promise<void> {
  const { locks } = navigator as { locks?: LockManager };
  if (!locks) return;
  await new Promise<void>((resolve, reject) => {
    locks
      .request("cartable-device", { signal: AbortSignal.timeout(OTHER_TAB_MS) }, () => {
        resolve();
        return new Promise(() => undefined);
      })
      .catch((error: unknown) => reject(new Failed("other-tab", error)));
  });
}

async function start(base: string, pace: number): Promise<Host> {
  const { files, bodies } = await download(base);
  serveFrom(bodies);
  let kept = true;
  const database: Kept = await openDatabase().catch(() => {
    kept = false;
    return memoryDatabase();
  });
  try {
    const python = await startPython(base, files, bodies.get(base + files.app)!);
    const post = (line: number, text: string): void => tell({ t: "told", line, text });
    const started = (python.pyimport("cartable.browser.worker") as { start(kept: Kept, post: unknown, pace: number): Host }).start(database, post, pace);
    tell({ t: "ready", kept });
    return started;
  } catch (error) {
    throw new Failed("python-failed", error);
  }
}

async function answer(message: ToWorker & { t: "request" }, to: Host): Promise<void> {
  const { id, method, path, place, body } = message;
  const [status, text] = await to.request(method, path, place ?? undefined, body);
  tell({ t: "answer", id, status, text });
}

function fail(error: unknown): void {
  tell({ t: "failed", why: error instanceof Failed ? error.why : "python-failed", about: String(error) });
}

async function handle(message: ToWorker): Promise<void> {
  if (message.t === "start") {
    host ??= start(message.base, message.pace);
    host.catch(fail);
    return;
  }
  const to = await host!;
  // Python may be there ahead of time in many tabs; only one of them plays.
  lock ??= alone();
  try {
    await lock;
  } catch (error) {
    fail(error);
    return;
  }
  switch (message.t) {
    case "request":
      return answer(message, to);
    case "open":
      tell({ t: "opened", line: message.line, found: await to.open(message.line, message.code, message.place ?? undefined) });
      return;
    case "say":
      to.said(message.line, message.text);
      return;
    case "close":
      to.closed(message.line);
  }
}

self.onmessage = (event: MessageEvent<ToWorker>) => void handle(event.data).catch(() => undefined);
