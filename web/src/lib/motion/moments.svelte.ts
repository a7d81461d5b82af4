// The moments people remember: they come over the table for less than a second, and a tap goes through them.
import { buzz, play, type Cue } from "../sound.ts";

export type MomentKind = "turn" | "bust" | "filled" | "call" | "fault" | "last" | "win";

export interface Moment {
  readonly kind: MomentKind;
  readonly title: string;
  readonly text?: string | undefined;
  /** Cards to show, of this game: the one that did not fit, the two that are a fault. */
  readonly game?: string | undefined;
  readonly cards?: readonly string[] | undefined;
  /** Whose moment it is. */
  readonly seat?: number | null | undefined;
}

const LASTS: Readonly<Record<MomentKind, number>> = { turn: 700, bust: 900, filled: 900, call: 600, fault: 900, last: 900, win: 900 };
const CUES: Readonly<Record<MomentKind, Cue>> = { turn: "bell", bust: "thud", filled: "arpeggio", call: "call", fault: "buzzer", last: "good", win: "fanfare" };
const SHAKES: Readonly<Record<MomentKind, readonly number[]>> = {
  turn: [20],
  bust: [40, 30, 40],
  filled: [15, 40, 15],
  call: [15],
  fault: [60, 30, 60],
  last: [30],
  win: [30, 40, 30, 40, 80],
};

class Moments {
  now: (Moment & { readonly n: number }) | null = $state.raw(null);
  #next: Moment | null = null;
  #count = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** `Your turn` waits until another moment is over; anything else takes the place of what is shown. */
  show(moment: Moment): void {
    if (moment.kind === "turn" && this.now) {
      this.#next = moment;
      return;
    }
    clearTimeout(this.#timer);
    this.now = { ...moment, n: this.#count++ };
    play(CUES[moment.kind]);
    buzz(SHAKES[moment.kind]);
    this.#timer = setTimeout(() => this.#over(), LASTS[moment.kind]);
  }

  clear(): void {
    clearTimeout(this.#timer);
    this.#next = null;
    this.now = null;
  }

  #over(): void {
    this.now = null;
    const next = this.#next;
    this.#next = null;
    if (next) this.show(next);
  }
}

export const moments = new Moments();
