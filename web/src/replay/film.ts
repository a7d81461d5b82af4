// A match that is over, moment by moment: moment 0 is before the first act, moment n + 1 after act n.
import { apply } from "../lib/net/patch.ts";
import type { Told } from "../lib/stores/session.svelte.ts";
import type { NumberedEvent, Outcome, ReceiptInfo, Replay, ReplayFrame } from "../wire.gen.ts";

/** What the header tells of the match. */
export interface Header {
  readonly game: string;
  readonly options?: Readonly<Record<string, unknown>>;
  readonly seats: readonly { readonly name: string; readonly kind?: string; readonly level?: string; readonly head_start?: number }[];
}

/** A receipt as the log keeps it: with what the referee worked from. */
export interface FullReceipt extends ReceiptInfo {
  /** From writing the card to the act's arrival; left out for bots, who have no connection. */
  readonly elapsed?: number;
  readonly ack?: number | null;
  readonly claim?: number | null;
  readonly bound?: number;
}

export interface Moment {
  readonly view: Readonly<Record<string, unknown>>;
  readonly preview: unknown;
}

/** Every so many moments are kept whole, so that going back does not begin at the beginning. */
const KEPT = 25;

export class Film {
  readonly replay: Replay;
  readonly header: Header;
  readonly names: readonly string[];
  readonly outcome: Outcome | null;
  readonly length: number;
  readonly #kept: Moment[] = [];
  #last: { at: number; moment: Moment };

  constructor(replay: Replay) {
    this.replay = replay;
    this.header = JSON.parse(replay.line) as Header;
    this.names = this.header.seats.map((seat) => seat.name);
    this.outcome = (replay.outcome ?? null) as Outcome | null;
    this.length = replay.frames.length;
    const first = { view: replay.view as Moment["view"], preview: replay.preview };
    this.#kept.push(first);
    this.#last = { at: 0, moment: first };
  }

  moment(at: number): Moment {
    const near = Math.min(Math.floor(at / KEPT), this.#kept.length - 1);
    let [here, moment] = this.#last.at <= at && this.#last.at >= near * KEPT ? [this.#last.at, this.#last.moment] : [near * KEPT, this.#kept[near]!];
    while (here < at) {
      moment = after(moment, this.replay.frames[here]!);
      here++;
      if (here === this.#kept.length * KEPT) this.#kept.push(moment);
    }
    this.#last = { at, moment };
    return moment;
  }

  /** The act that led to a moment. */
  frame(at: number): ReplayFrame | null {
    return this.replay.frames[at - 1] ?? null;
  }

  events(at: number): Told[] {
    return (this.frame(at)?.events ?? []).map((event) => told(event, this.stoodIn(at - 1)));
  }

  log(at: number): Told[] {
    return this.replay.frames.slice(0, at).flatMap((frame, n) => (frame.events ?? []).map((event) => told(event, this.stoodIn(n))));
  }

  /** Did a bot do act `n` for somebody? What the dealer answers belongs to the act before it. */
  stoodIn(n: number): boolean {
    let of = n;
    while (of > 0 && this.replay.frames[of]?.seat === -1) of--;
    return this.replay.frames[of]?.by === "stand-in";
  }

  receipts(at: number): readonly FullReceipt[] {
    return calls(this.frame(at));
  }

  /** The next moment, in a direction, at which something is told; the dealer's acts are part of what they answer. */
  next(at: number, way: 1 | -1): number {
    let to = at + way;
    while (to > 0 && to < this.length && !this.#ends(to)) to += way;
    return Math.max(0, Math.min(this.length, to));
  }

  /** Somebody is to act: the dealer has done its part. */
  #ends(at: number): boolean {
    return (this.replay.frames[at]?.seat ?? 0) !== -1;
  }
}

export function after(moment: Moment, frame: ReplayFrame): Moment {
  const { patch, preview } = frame;
  return {
    view: patch === undefined || patch === null ? moment.view : (apply(moment.view, patch) as Moment["view"]),
    preview: preview === undefined || preview === null ? moment.preview : apply(moment.preview, preview),
  };
}

export function calls(frame: ReplayFrame | null): readonly FullReceipt[] {
  return (frame?.receipt as { calls?: readonly FullReceipt[] } | null | undefined)?.calls ?? [];
}

function told([n, index, event]: NumberedEvent, standIn: boolean): Told {
  return { n, index, event: event as Told["event"], ...(standIn && { standIn }) };
}
