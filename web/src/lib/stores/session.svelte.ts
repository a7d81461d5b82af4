// One table as this browser knows it: what the server said last, and the acts under way. It decides nothing.
import {
  PROTOCOL,
  type Answer,
  type DownMessage,
  type Goodbye,
  type NumberedEvent,
  type Opinion,
  type Problem,
  type UpReact,
  type Outcome,
  type ReceiptInfo,
  type Snapshot,
  type TableInfo,
  type Update,
} from "../../wire.gen.ts";
import { forget, keep, kept } from "../keep.ts";
import { keepPart } from "../agreed.ts";
import { api, whyNoTable } from "../net/api.ts";
import { clockStep } from "../net/clock.ts";
import { greeting } from "../net/early.ts";
import { Nonces } from "../net/nonces.ts";
import { lastInput } from "../net/input.ts";
import { TableConnection, type ConnectionState } from "../net/connection.ts";
import { Outbox } from "../net/outbox.ts";
import { apply } from "../net/patch.ts";
import { keepPace } from "../paces.ts";
import type { RulesClock } from "../../table/seconds.svelte.ts";
import { tempoAt } from "./games.svelte.ts";
import { Updates } from "./updates.ts";

type Reaction = UpReact["what"];

const LOG_LENGTH = 400;
const TRAIL_MS = [10, 25];

export interface Told {
  readonly n: number;
  readonly index: number;
  readonly event: Readonly<Record<string, unknown>> & { readonly event: string };
  /** A bot did it for somebody who was away or took too long. */
  readonly standIn?: boolean;
}

/** The table waits for a seat until an instant of this device's clock, `whole` ms in all; then a bot steps in. */
export interface Wait {
  readonly seat: number;
  readonly why: "absent" | "slow";
  readonly until: number;
  readonly whole: number;
}

/** What somebody at the table showed; `n` tells one from the next. */
export interface Shown {
  readonly n: number;
  readonly place: number;
  readonly what: string;
}

export class Session {
  readonly code: string;
  table: TableInfo | null = $state.raw(null);
  place: number | null = $state(null);
  match: string | null = $state(null);
  view: Readonly<Record<string, unknown>> | null = $state.raw(null);
  legal: readonly string[] = $state.raw([]);
  preview: unknown = $state.raw(null);
  log: readonly Told[] = $state.raw([]);
  /** The events of the latest update alone: where cards come from and go to. What they set off listens to `updates`. */
  fresh: readonly Told[] = $state.raw([]);
  receipts: readonly ReceiptInfo[] = $state.raw([]);
  outcome: Outcome | null = $state.raw(null);
  connection: ConnectionState = $state("closed");
  bye: Goodbye | null = $state.raw(null);
  /** Why no connection can come about; null: it is tried again by itself. */
  problem: Problem | null = $state.raw(null);
  /** The acts that await their answer. */
  waiting: readonly string[] = $state.raw([]);
  /** The last act that was not accepted, until the next one is sent. */
  refused: { readonly act: string; readonly answer: Answer } | null = $state.raw(null);
  /** A deal was begun again because these places withheld their part. */
  withheld: readonly number[] = $state.raw([]);
  /** The deal is made without this device's part, though it has sent its hash. */
  leftOut = $state(false);
  /** When the match that is dealt starts, on this device's clock. */
  starts: number | null = $state(null);
  /** For whom the table waits before a bot steps in. */
  waits: readonly Wait[] = $state.raw([]);
  /** By which the time is counted that the rules give for what is to be done now. */
  clock: RulesClock = $state.raw({ until: null });
  /** The last reaction. */
  reacted: Shown | null = $state.raw(null);
  /** Who asked this player last to go on. */
  nudged: { readonly n: number; readonly by: number } | null = $state.raw(null);
  /** How many decisions a bot made here while this device was away. */
  playedForMe = $state(0);
  readonly updates = new Updates<Told["event"]>();
  /** Whose view is shown; it stays after the match, when the places have no seats any more. */
  readonly seat: number | null = $derived((this.view?.["seat"] ?? null) as number | null);
  /** A table that says nothing of its phase is in the lobby: the wire leaves out what goes without saying. */
  readonly phase: NonNullable<TableInfo["phase"]> | null = $derived(this.table ? (this.table.phase ?? "lobby") : null);
  readonly isHost: boolean = $derived(this.place !== null && this.table?.host === this.place);

  readonly #connection: TableConnection;
  readonly #outbox: Outbox;
  readonly #nonces = new Nonces();
  readonly #asked = new Map<number, (opinion: Opinion) => void>();
  /** Acts that were under way while a bot played for this device: that they are refused is no news. */
  readonly #outdated = new Set<number>();
  #questions = 0;
  #signals = 0;
  #at: readonly [number, number] | null = null;
  #n = -1;
  #paint: { n: number; at: number } | null = null;
  #clock = 0;
  readonly #screen: boolean;

  /** `screen`: for all to look at; it has no place, whoever's browser it is. */
  constructor(code: string, { screen = false } = {}) {
    this.code = code;
    this.#screen = screen;
    this.#outbox = new Outbox(code);
    this.#connection = new TableConnection(api.socket(code), {
      opened: (greeted) => greeted || this.#hello(),
      received: (message) => this.#received(message),
      failed: () => void this.#askWhy(),
      changed: (state) => {
        this.connection = state;
        if (state !== "open") {
          this.#nonces.forget();
          this.#answerNobody();
        }
      },
    });
  }

  start(): void {
    this.bye = this.problem = null;
    this.#connection.start();
  }

  stop(): void {
    this.#connection.stop();
  }

  /** The place has changed (sat down, rejoined, left): the server must know this connection again. */
  again(): void {
    this.#at = null;
    this.stop();
    this.start();
  }

  /** Send an act. Its time is that of the finger going down, counted from the paint of what it answers. */
  act(text: string): void {
    const paint = this.#paint;
    const c = paint ? Math.max(0, Math.round((lastInput() - paint.at) * 1000) / 1000) : null;
    const timed = c !== null && Number.isFinite(c) && c < 3_600_000 ? c : null;
    const message = this.#outbox.add(text, paint?.n ?? null, timed);
    this.refused = null;
    this.#noteWaiting();
    if (this.#connection.send(message)) for (const delay of TRAIL_MS) setTimeout(() => this.#connection.send({ t: "" }), delay);
  }

  /** Would this act be accepted now? Without a connection nobody knows. */
  ask(text: string): Promise<Opinion> {
    const q = this.#questions++;
    return new Promise((resolve) => {
      if (this.#connection.send({ t: "ask", q, act: text })) this.#asked.set(q, resolve);
      else resolve({ t: "opinion", q, code: "offline" });
    });
  }

  /** Show everybody how one feels. */
  react(what: Reaction): void {
    this.#connection.send({ t: "react", what });
  }

  /** A connection that did not come about does not tell why. What passes by itself ends nothing. */
  async #askWhy(): Promise<void> {
    const problem = await whyNoTable(this.code);
    if (this.connection === "lost" && (this.problem = problem)) this.stop();
  }

  #hello(): void {
    const since = this.#at && this.match ? { match: this.match, since: this.#at } : {};
    this.#clock ||= clockStep();
    this.#connection.send({ ...greeting(this.#clock, this.#screen), ...since });
  }

  #received(message: DownMessage): void {
    switch (message.t) {
      case "welcome":
        if (message.v !== PROTOCOL) return this.#reload();
        forget("reloaded", { session: true });
        this.#seated(message.table);
        this.place = message.place ?? null;
        // An act of a match that is over meanwhile must not be done in the next.
        this.#outbox.playing(message.table.match ?? "");
        this.#outbox.welcomed(message.k ?? -1);
        for (const act of this.#outbox.waiting) this.#connection.send(act);
        return this.#noteWaiting();
      case "table":
        return this.#seated(message.table);
      case "snapshot":
        return this.#snapshot(message);
      case "update":
        return this.#update(message);
      case "answer":
        return this.#answered(message);
      case "opinion":
        this.#asked.get(message.q)?.(message);
        this.#asked.delete(message.q);
        return;
      case "deal":
        this.starts = null;
        this.withheld = message.withheld ?? [];
        this.leftOut = false;
        if (this.place !== null) this.#connection.send({ t: "nonce-hash", deal: message.deal, hash: this.#nonces.hash(message.deal) });
        return;
      case "header": {
        const nonce = this.#nonces.open(message);
        this.leftOut = this.#nonces.leftOut;
        if (nonce) this.#connection.send({ t: "nonce", deal: message.deal, nonce });
        return;
      }
      case "starts":
        this.starts = performance.now() + message.after;
        return;
      case "waiting": {
        const now = performance.now();
        this.waits = (message.waits ?? []).map(({ seat, why, after, whole }) => ({ seat, why, until: now + after, whole }));
        return;
      }
      case "reacted":
        this.reacted = { n: this.#signals++, place: message.place, what: message.what };
        return;
      case "nudged":
        this.nudged = { n: this.#signals++, by: message.by };
        return;
      case "bye":
        return this.#goodbye(message);
    }
  }

  /** Another match may have other players: what was seen of the last one is nothing to them. */
  #seated(table: TableInfo): void {
    if (this.match && table.match && table.match !== this.match) this.view = null;
    // After a pause everybody has all of the time again.
    if (this.table?.paused && !table.paused) this.clock = { until: null };
    this.table = table;
    keepPace(table, this.place);
    if (table.phase !== "playing") this.waits = [];
  }

  #snapshot(message: Snapshot): void {
    this.#outbox.playing(message.match);
    this.#noteWaiting();
    const another = this.match !== message.match;
    this.match = message.match;
    const part = this.#nonces.take();
    if (part) keepPart(message.match, part);
    this.view = message.shown.view as Readonly<Record<string, unknown>>;
    this.legal = message.shown.legal ?? [];
    this.preview = message.shown.preview ?? null;
    this.outcome = (message.outcome ?? null) as Outcome | null;
    if (another) this.receipts = [];
    const told = (message.log ?? []).map((event) => numbered(event, message.stood_in?.includes(event[0])));
    this.playedForMe = message.resumed && !another ? decisions(told, this.seat) : 0;
    if (this.playedForMe) for (const { k } of this.#outbox.waiting) this.#outdated.add(k);
    this.waits = [];
    this.clock = { until: message.time_left === undefined || message.time_left === null ? null : performance.now() + message.time_left };
    this.fresh = [];
    this.log = message.resumed && !another ? [...this.log, ...told].slice(-LOG_LENGTH) : told;
    this.#at = message.at;
    this.#painted(message.n);
  }

  #update(message: Update): void {
    const told = (message.events ?? []).map((event) => numbered(event, message.stood_in));
    if (message.patch !== undefined && message.patch !== null)
      this.view = apply(this.view, message.patch) as Readonly<Record<string, unknown>>;
    if (message.legal !== undefined) this.legal = message.legal;
    if (message.preview !== undefined) this.preview = message.preview;
    if (message.outcome) this.outcome = message.outcome as Outcome;
    // Times stand for the acts of one update, and are gone with the next.
    if (told.length || message.receipts?.length) this.receipts = message.receipts ?? [];
    if (told.length) {
      this.log = [...this.log, ...told].slice(-LOG_LENGTH);
      this.fresh = told;
      const last = told.at(-1)!;
      this.#at = [last.n, last.index];
    }
    this.#painted(message.n);
    this.updates.tell(told.map(({ event }) => event), message.receipts);
  }

  /** The board is drawn by the next frame: stamp it, and tell the server, which so measures what we could know. */
  #painted(n: number): void {
    this.#n = n;
    requestAnimationFrame(() => {
      if (this.#n !== n) return;
      // Before the first act (-1) there is nothing to have seen.
      this.#paint = n < 0 ? null : { n, at: performance.now() };
      // Where nobody races the server does not ask.
      if (n >= 0 && tempoAt(this.table) !== "turns") this.#connection.send({ t: "seen", n });
    });
  }

  #answered(message: Answer): void {
    const act = this.#outbox.answered(message.k);
    this.#noteWaiting();
    if (act && !this.#outdated.delete(message.k) && (message.answer === "refused" || message.answer === "late")) this.refused = { act: act.act, answer: message };
  }

  #noteWaiting(): void {
    this.waiting = this.#outbox.waiting.map((act) => act.act);
  }

  #answerNobody(): void {
    for (const [q, resolve] of this.#asked) resolve({ t: "opinion", q, code: "offline" });
    this.#asked.clear();
  }

  #goodbye(message: Goodbye): void {
    if (message.why === "reload") return this.#reload();
    if (message.why === "stopping" || message.why === "silent") return; // it comes back by itself
    this.bye = message;
    this.stop();
  }

  /** The page is older than the server. Once: a server that is older than the page would have us reload forever. */
  #reload(): void {
    this.stop();
    if (kept("reloaded", { session: true })) {
      this.bye = { t: "bye", why: "reload" };
      return;
    }
    keep("reloaded", true, { session: true });
    location.reload();
  }
}

function numbered([n, index, event]: NumberedEvent, standIn = false): Told {
  return { n, index, event: event as Told["event"], ...(standIn && { standIn }) };
}

/** How many of these acts a bot did for a seat. */
function decisions(told: readonly Told[], seat: number | null): number {
  return new Set(told.filter(({ standIn, event }) => standIn && event["seat"] === seat).map(({ n }) => n)).size;
}
