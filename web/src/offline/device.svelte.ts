// The tables of this device, from the page's side: it starts the worker when it is first needed, and hands on requests
// and sockets. Nobody else in the page knows whether a table has a server.
import { keep, kept } from "../lib/keep.ts";
import { basePath } from "../lib/routes.ts";
import type { FromWorker, ToWorker, Trouble } from "./messages.ts";

/** How the codes of tables on a device begin: `LOCAL` in cartable.server.common.codes. */
const LOCAL = "local-";
const ADDRESS = "local:";

export const isLocal = (code: string): boolean => code.startsWith(LOCAL);
export const localAddress = (code: string): string => ADDRESS + code;
export const isLocalAddress = (url: string): boolean => url.startsWith(ADDRESS);

/** Whose turn with the device it is at a table: one person's place. */
export function placeAt(code: string): number | null {
  const found = kept(`place:${code}`);
  return typeof found === "number" ? found : null;
}

export function holdBy(code: string, place: number | null): void {
  keep(`place:${code}`, place);
}

export class NoPython extends Error {
  readonly why: Trouble;
  constructor(why: Trouble) {
    super(why);
    this.why = why;
  }
}

/** Python has been fetched by this device before. */
const FETCHED = "python-fetched";

/** Where Python was not to be had, ahead of time, it is asked for again. */
const AGAIN_MS = 20_000;

/** The worker; null: this browser has no such thing. */
function made(): Worker | null {
  if (typeof WebAssembly !== "object" || typeof Worker === "undefined") return null;
  try {
    return new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
  } catch {
    return null;
  }
}

/** A script that this browser cannot read, or one that did not come? Some browsers do not say. */
async function reasonOf(event: Event): Promise<Trouble> {
  if (event instanceof ErrorEvent && event.message) return "old-browser";
  const reached = await fetch(`${basePath()}python/files.json`, { method: "HEAD", cache: "no-store" }).then(() => true, () => false);
  return reached ? "old-browser" : "no-python";
}

type Answer = { readonly status: number; readonly text: string };

class Device {
  /** How much of Python has been fetched, from 0 to 1, while it is being fetched or started; null: nothing is. */
  progress: number | null = $state(null);
  /** Is what is played kept when the page is closed? */
  kept = $state(true);
  #worker: Worker | null = null;
  #ready: Promise<void> | null = null;
  #gaveUp: ((why: Trouble) => void) | null = null;
  #started = false;
  #requests = new Map<number, { resolve(answer: Answer): void; reject(error: Error): void }>();
  #sockets = new Map<number, LocalSocket>();
  #last = 0;

  constructor() {
    // A browser may keep a page that was left, with its worker and the lock that shuts other pages out. When somebody
    // comes back to it, its connections are opened again, which starts another worker.
    window.addEventListener("pagehide", () => this.#end("python-failed"));
  }

  get running(): boolean {
    return this.#ready !== null;
  }

  /** Fetch and start Python, once; `quietly` where nobody waits for it yet. */
  start({ quietly = false } = {}): Promise<void> {
    if (!quietly && !this.#started) this.progress ??= 0;
    if (this.#ready) return this.#ready;
    const worker = made();
    if (!worker) {
      this.#end("old-browser");
      return Promise.reject(new NoPython("old-browser"));
    }
    this.#worker = worker;
    this.#ready = new Promise<void>((resolve, reject) => {
      // It may have been ended meanwhile, and another one started.
      const fail = (why: Trouble): void => {
        if (this.#worker === worker) this.#end(why);
      };
      this.#gaveUp = (why) => reject(new NoPython(why));
      worker.onerror = (event) => {
        if (this.#started) fail("python-failed");
        else void reasonOf(event).then(fail);
      };
      worker.onmessage = (event: MessageEvent<FromWorker>) => {
        const message = event.data;
        if (message.t === "progress") {
          if (this.progress !== null) this.progress = message.share;
        } else if (message.t === "ready") {
          this.kept = message.kept;
          this.progress = null;
          this.#started = true;
          keep(FETCHED, true);
          resolve();
        } else if (message.t === "failed") {
          console.error(message.about);
          fail(message.why);
        } else this.#heard(message);
      };
      const waitScale = kept("wait-scale");
      this.#say({ t: "start", base: new URL(`${basePath()}python/`, location.href).href, waitScale: typeof waitScale === "number" ? waitScale : 1 });
    });
    // Whoever waits for it hears of it; a page that is left may have nobody who does.
    this.#ready.catch(() => undefined);
    return this.#ready;
  }

  /** End the worker and tell everybody who waits for it; the next who asks starts another. */
  #end(why: Trouble): void {
    this.#worker?.terminate();
    this.#gaveUp?.(why);
    this.#worker = this.#ready = this.#gaveUp = this.progress = null;
    this.#started = false;
    for (const request of this.#requests.values()) request.reject(new NoPython(why));
    this.#requests.clear();
    const sockets = [...this.#sockets.values()];
    this.#sockets.clear();
    for (const socket of sockets) socket.lost();
  }

  /**
   * While nobody does anything else: so a table opens at once, and also when the server goes away meanwhile. What has
   * been fetched before only has to be started. `more` is done with it.
   */
  loadAhead(first_ms: number, later_ms: number, more: () => void): () => void {
    const { connection } = navigator as { connection?: { readonly saveData?: boolean; readonly effectiveType?: string } };
    const dear = connection?.saveData === true || (connection?.effectiveType ?? "4g") !== "4g";
    const fetched = kept(FETCHED) === true;
    let wanted = true;
    const load = (): void => {
      if ((dear && !fetched) || document.visibilityState !== "visible") return;
      more();
      this.start({ quietly: true }).catch((error: unknown) => {
        // A server that has just been set up may still be making it.
        if (error instanceof NoPython && error.why === "no-python" && wanted) timer = setTimeout(load, AGAIN_MS);
      });
    };
    let timer = setTimeout(load, fetched ? later_ms : first_ms);
    return () => {
      wanted = false;
      clearTimeout(timer);
    };
  }

  async request(method: string, path: string, place: number | null, body: string, { quietly = false } = {}): Promise<Answer> {
    await this.start({ quietly });
    const id = ++this.#last;
    return new Promise((resolve, reject) => {
      this.#requests.set(id, { resolve, reject });
      this.#say({ t: "request", id, method, path, place, body });
    });
  }

  /** A connection to a table: looks like a WebSocket. */
  open(address: string): LocalSocket {
    const code = address.slice(ADDRESS.length);
    const number = ++this.#last;
    const socket = new LocalSocket(
      (text) => this.#say({ t: "say", socket: number, text }),
      () => {
        this.#sockets.delete(number);
        this.#say({ t: "close", socket: number });
      },
    );
    this.#sockets.set(number, socket);
    this.start().then(
      () => this.#say({ t: "open", socket: number, code, place: placeAt(code) }),
      () => socket.lost(), // it may have been told already
    );
    return socket;
  }

  #heard(message: FromWorker): void {
    switch (message.t) {
      case "answer":
        this.#requests.get(message.id)?.resolve(message);
        this.#requests.delete(message.id);
        return;
      case "opened":
        if (message.found) this.#sockets.get(message.socket)?.opened();
        else this.#sockets.get(message.socket)?.lost();
        return;
      case "told":
        this.#sockets.get(message.socket)?.heard(message.text);
    }
  }

  #say(message: ToWorker): void {
    this.#worker?.postMessage(message);
  }
}

/** As much of a WebSocket as `lib/net/connection.ts` uses. */
export class LocalSocket {
  readyState: number = WebSocket.CONNECTING;
  onopen: (() => void) | null = null;
  onmessage: ((event: MessageEvent<string>) => void) | null = null;
  onclose: (() => void) | null = null;
  readonly #write: (text: string) => void;
  readonly #end: () => void;

  constructor(write: (text: string) => void, end: () => void) {
    this.#write = write;
    this.#end = end;
  }

  send(text: string): void {
    this.#write(text);
  }

  close(): void {
    if (this.readyState === WebSocket.CLOSED) return;
    this.readyState = WebSocket.CLOSED;
    this.#end();
  }

  opened(): void {
    if (this.readyState !== WebSocket.CONNECTING) return;
    this.readyState = WebSocket.OPEN;
    this.onopen?.();
  }

  heard(text: string): void {
    this.onmessage?.(new MessageEvent("message", { data: text }));
  }

  lost(): void {
    if (this.readyState === WebSocket.CLOSED) return;
    this.readyState = WebSocket.CLOSED;
    this.onclose?.();
  }
}

export const device = new Device();
