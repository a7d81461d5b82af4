// The connection to the table: one WebSocket after another. It reconnects by itself and never asks anybody about it.
import type { DownMessage, UpMessage } from "../../wire.gen.ts";
import { device, isLocalAddress, type LocalSocket } from "../../offline/device.svelte.ts";
import { answerPing, takeEarly } from "./early.ts";

export type ConnectionState = "connecting" | "open" | "lost" | "closed";

export interface ConnectionEvents {
  /** A connection is open: say hello, unless that has been done. */
  opened(greeted: boolean): void;
  received(message: DownMessage): void;
  changed(state: ConnectionState): void;
  /** A connection did not come about, not for the first time; why, no socket tells. */
  failed(): void;
}

/** How long a handshake may take, from try to try: on a slow network a short limit would never let one through. */
const CONNECT_MS = [5_000, 10_000, 20_000, 40_000];
/** The server pings at least every 23 s; a connection silent for longer is dead, whatever the browser believes. */
const SILENT_MS = 35_000;
/** A page that was hidden does not wait that long: no answer at once means the connection died while it slept. */
const ZOMBIE_MS = 8_000;
const BACKOFF_MS = [0, 300, 800, 2_000, 4_000, 8_000];

export class TableConnection {
  readonly #url: string;
  readonly #on: ConnectionEvents;
  #socket: WebSocket | LocalSocket | null = null;
  #state: ConnectionState = "closed";
  #tries = 0;
  #heard = 0;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #patience: ReturnType<typeof setTimeout> | undefined;
  #watch: ReturnType<typeof setInterval> | undefined;

  constructor(url: string, on: ConnectionEvents) {
    this.#url = url;
    this.#on = on;
  }

  start(): void {
    if (this.#watch !== undefined) return;
    document.addEventListener("visibilitychange", this.#woken);
    window.addEventListener("online", this.#woken);
    window.addEventListener("offline", this.#cut);
    window.addEventListener("pagehide", this.#left);
    window.addEventListener("pageshow", this.#woken);
    this.#watch = setInterval(() => this.#check(SILENT_MS), 5_000);
    this.#connect();
  }

  /** Close for good. */
  stop(): void {
    document.removeEventListener("visibilitychange", this.#woken);
    window.removeEventListener("online", this.#woken);
    window.removeEventListener("offline", this.#cut);
    window.removeEventListener("pagehide", this.#left);
    window.removeEventListener("pageshow", this.#woken);
    clearInterval(this.#watch);
    this.#watch = undefined;
    this.#drop();
    this.#become("closed");
  }

  send(message: UpMessage): boolean {
    if (this.#socket?.readyState !== WebSocket.OPEN) return false;
    this.#socket.send(JSON.stringify(message));
    return true;
  }

  readonly #woken = (): void => {
    if (document.visibilityState === "hidden") return;
    if (this.#state === "open") this.#check(ZOMBIE_MS);
    else if (this.#state === "lost") {
      this.#tries = 0;
      this.#connect();
    }
  };

  /** The device itself says so: nobody need wait until the silence is long enough. */
  readonly #cut = (): void => {
    if (this.#state === "open" && !isLocalAddress(this.#url)) this.#lost();
  };

  /** A browser may keep a page that was left, and show it again: until then it must not ask its device for a table. */
  readonly #left = (): void => {
    if (!isLocalAddress(this.#url)) return;
    this.#drop();
    this.#become("lost");
  };

  #check(most_ms: number): void {
    if (this.#state === "open" && performance.now() - this.#heard > most_ms) this.#lost();
  }

  #connect(): void {
    this.#drop();
    if (this.#state === "closed") this.#become("connecting");
    const early = takeEarly(this.#url);
    const local = isLocalAddress(this.#url);
    const socket = early?.socket ?? (local ? device.open(this.#url) : new WebSocket(this.#url));
    this.#socket = socket;
    // What has to be fetched for a table on this device may take its time.
    if (!local) this.#patience = setTimeout(() => this.#lost(), CONNECT_MS[Math.min(this.#tries, CONNECT_MS.length - 1)]);
    const opened = () => {
      clearTimeout(this.#patience);
      this.#heard = performance.now();
      this.#become("open");
      this.#on.opened(early !== null);
    };
    const hear = (event: MessageEvent<string>) => {
      const message = JSON.parse(event.data) as DownMessage;
      const ping = answerPing(socket, message);
      this.#heard = performance.now();
      if (ping) return;
      this.#tries = 0;
      if (message.t !== "") this.#on.received(message);
    };
    socket.onmessage = hear;
    socket.onclose = () => this.#lost();
    if (socket.readyState === WebSocket.OPEN) opened();
    else socket.onopen = opened;
    early?.heard.forEach(hear);
  }

  #lost(): void {
    if (this.#watch === undefined) return;
    // The first try may have been cut off by chance, and is repeated at once.
    const isUnlikely = this.#state !== "open" && this.#tries > 0;
    this.#drop();
    this.#become("lost");
    if (isUnlikely) this.#on.failed();
    const wait = BACKOFF_MS[Math.min(this.#tries, BACKOFF_MS.length - 1)]!;
    this.#tries += 1;
    this.#retry = setTimeout(() => this.#connect(), wait * (0.75 + Math.random() / 2));
  }

  /** Let go of the present socket; what it still says is not heard. */
  #drop(): void {
    clearTimeout(this.#retry);
    clearTimeout(this.#patience);
    const socket = this.#socket;
    this.#socket = null;
    if (!socket) return;
    socket.onopen = socket.onmessage = socket.onclose = null;
    socket.close();
  }

  #become(state: ConnectionState): void {
    if (state === this.#state) return;
    this.#state = state;
    this.#on.changed(state);
  }
}
