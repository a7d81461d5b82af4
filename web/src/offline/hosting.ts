// What the worker does with the page's messages: one host of tables, started once, and asked only while no other tab of
// this device plays.
import { Failed } from "./download.ts";
import type { FromWorker, ToWorker } from "./messages.ts";

/** `cartable.browser.worker` in Python. */
export interface Host {
  request(method: string, path: string, place: number | undefined, body: string): Promise<readonly [status: number, text: string]>;
  open(socket: number, code: string, place: number | undefined): Promise<boolean>;
  said(socket: number, text: string): void;
  closed(socket: number): void;
}

export interface Around {
  tell(message: FromWorker): void;
  start(base: string, waitScale: number): Promise<{ readonly host: Host; readonly kept: boolean }>;
  /** Kept as soon as this is the only page that plays; rejected when another one does not let go. */
  alone(onLost: (why: Failed) => void): Promise<void>;
  /** Something broke that should never break: the next start is one from the beginning. */
  distrust(): void;
}

const BUG = JSON.stringify({ code: "bug" });

export class Hosting {
  readonly #around: Around;
  #host: Promise<Host> | undefined;
  #alone: Promise<void> | undefined;
  #failed = false;

  constructor(around: Around) {
    this.#around = around;
  }

  async handle(message: ToWorker): Promise<void> {
    if (this.#failed) return;
    try {
      if (message.t === "start") await (this.#host ??= this.#start(message.base, message.waitScale));
      else await this.#do(message);
    } catch (error) {
      this.#fail(error);
    }
  }

  async #start(base: string, waitScale: number): Promise<Host> {
    const { host, kept } = await this.#around.start(base, waitScale);
    this.#around.tell({ t: "ready", kept });
    return host;
  }

  /** Told once: the page ends this worker then. */
  #fail(error: unknown): void {
    if (this.#failed) return;
    this.#failed = true;
    const why = error instanceof Failed ? error.why : "python-failed";
    if (why === "python-failed") this.#around.distrust();
    this.#around.tell({ t: "failed", why, about: String(error) });
  }

  async #do(message: Exclude<ToWorker, { t: "start" }>): Promise<void> {
    const host = await this.#host!;
    // Python may be there ahead of time in many tabs; only one of them plays.
    await (this.#alone ??= this.#around.alone((why) => this.#fail(why)));
    switch (message.t) {
      case "request":
        return this.#answer(message, host);
      case "open":
        this.#around.tell({ t: "opened", socket: message.socket, found: await host.open(message.socket, message.code, message.place ?? undefined) });
        return;
      case "say":
        host.said(message.socket, message.text);
        return;
      case "close":
        host.closed(message.socket);
    }
  }

  /** Whoever asks is answered, whatever happens in Python. */
  async #answer({ id, method, path, place, body }: ToWorker & { t: "request" }, host: Host): Promise<void> {
    let found: readonly [number, string] = [500, BUG];
    try {
      found = await host.request(method, path, place ?? undefined, body);
    } catch (error) {
      console.error(error);
      this.#around.distrust();
    }
    this.#around.tell({ t: "answer", id, status: found[0], text: found[1] });
  }
}
