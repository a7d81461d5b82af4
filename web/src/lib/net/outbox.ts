// Acts that await their answer. They have numbers, so that sending one again is harmless; and they survive a reload.
import { keep, kept } from "../keep.ts";
import type { UpAct } from "../../wire.gen.ts";

interface Kept {
  match: string;
  acts: UpAct[];
}

export class Outbox {
  readonly #key: string;
  #match = "";
  #acts: UpAct[] = [];
  #last = -1;

  constructor(code: string) {
    this.#key = `acts:${code}`;
    const found = kept(this.#key, { session: true }) as Kept | undefined;
    if (found && typeof found.match === "string" && Array.isArray(found.acts)) {
      this.#match = found.match;
      this.#acts = found.acts;
      this.#last = Math.max(-1, ...found.acts.map((act) => act.k));
    }
  }

  get waiting(): readonly UpAct[] {
    return this.#acts;
  }

  /** The server has acts up to `k` of this seat: those are answered, whatever became of the answer. */
  welcomed(k: number): void {
    this.#last = Math.max(this.#last, k);
    this.#put(this.#acts.filter((act) => act.k > k));
  }

  /** The match that is on. Acts of another one will never be answered. */
  playing(match: string): void {
    if (match === this.#match) return;
    this.#match = match;
    this.#put([]);
  }

  add(act: string, saw: number | null, c: number | null): UpAct {
    const numbered: UpAct = {
      t: "act",
      k: ++this.#last,
      act,
      ...(saw !== null && { saw }),
      ...(c !== null && { c }),
    };
    this.#put([...this.#acts, numbered]);
    return numbered;
  }

  /** The answer to act `k` is here; which act it was. */
  answered(k: number): UpAct | undefined {
    const found = this.#acts.find((act) => act.k === k);
    if (found) this.#put(this.#acts.filter((act) => act.k !== k));
    return found;
  }

  #put(acts: UpAct[]): void {
    this.#acts = acts;
    keep(this.#key, { match: this.#match, acts } satisfies Kept, { session: true });
  }
}
