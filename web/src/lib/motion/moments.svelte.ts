// The moments people remember: they come over the table for less than a second, and a tap goes through them.
import { buzz, play, type Cue } from "../sound.ts";

/** The board shows a fault that was proved, and the sheet of the result a win; all others are drawn over the stage. */
export type MomentKind = "turn" | "bust" | "filled" | "last" | "fault" | "win";

export interface Moment {
  readonly kind: Exclude<MomentKind, "fault" | "win">;
  readonly title: string;
  readonly text?: string | undefined;
  /** Cards to show, of this game: the one that did not fit. */
  readonly game?: string | undefined;
  readonly cards?: readonly string[] | undefined;
  /** Whose moment it is. */
  readonly seat?: number | null | undefined;
}

/** How long each lasts, in milliseconds, how it sounds, and how a phone trembles: on, off, on, ... */
export const MOMENTS: Readonly<Record<MomentKind, { readonly lasts: number; readonly cue: Cue; readonly shakes: readonly number[] }>> = {
  turn: { lasts: 700, cue: "bell", shakes: [20] },
  bust: { lasts: 900, cue: "thud", shakes: [40, 30, 40] },
  filled: { lasts: 900, cue: "arpeggio", shakes: [15, 40, 15] },
  last: { lasts: 900, cue: "good", shakes: [30] },
  fault: { lasts: 900, cue: "buzzer", shakes: [60, 30, 60] },
  win: { lasts: 900, cue: "fanfare", shakes: [30, 40, 30, 40, 80] },
};

/** It is heard, and felt in the hand. */
export function sounds(kind: MomentKind): void {
  play(MOMENTS[kind].cue);
  buzz(MOMENTS[kind].shakes);
}

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
    sounds(moment.kind);
    this.#timer = setTimeout(() => this.#over(), MOMENTS[moment.kind].lasts);
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
