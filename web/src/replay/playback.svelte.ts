// Where a replay stands, and how it goes on: by a step, by a jump, or by itself like a film.
import { Updates } from "../lib/stores/updates.ts";
import type { BoardProps } from "../table/board.ts";
import type { Film } from "./film.ts";
import { nextSpeed, standsFor, type Speed } from "./speeds.ts";

export class Playback {
  film: Film | null = $state.raw(null);
  at = $state(0);
  playing = $state(false);
  speed: Speed = $state(1);
  /** The board is made again where the film is cut. */
  cuts = $state(0);
  /** What happened on the way to this moment, where it is shown as it was at the table. */
  events: BoardProps["events"] = $state.raw([]);
  readonly updates = new Updates();
  /** Somebody has chosen a moment: it is not changed for a better one any more. */
  touched = false;
  readonly #moved: () => void;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** `moved`: called whenever another moment is shown. */
  constructor(moved: () => void) {
    this.#moved = moved;
  }

  /** Show a moment without what led to it. */
  cut(to: number): void {
    this.at = Math.max(0, Math.min(this.film!.length, to));
    this.events = [];
    this.cuts++;
    this.#moved();
  }

  jump(to: number): void {
    this.touched = true;
    this.pause();
    this.cut(to);
  }

  step(way: 1 | -1): void {
    this.touched = true;
    this.pause();
    if (way > 0) this.#on();
    else this.cut(this.film!.next(this.at, -1));
  }

  pause(): void {
    this.playing = false;
    clearTimeout(this.#timer);
  }

  /** Play, from the beginning again at the end; or pause. */
  toggle(): void {
    this.touched = true;
    if (this.playing) return this.pause();
    if (this.at === this.film!.length) this.cut(0);
    this.playing = true;
    this.#roll();
  }

  changeSpeed(): void {
    this.speed = nextSpeed(this.speed);
  }

  /** On to the next moment: what happened since is shown as it was at the table. */
  #on(): void {
    const film = this.film!;
    const to = film.next(this.at, 1);
    const happened = [];
    for (let n = this.at + 1; n <= to; n++) happened.push(...film.events(n).map((told) => told.event));
    this.at = to;
    this.events = happened;
    this.#moved();
    this.updates.tell(happened);
  }

  #roll(): void {
    const { film } = this;
    if (!film || this.at >= film.length) return this.pause();
    const took = film.frame(film.next(this.at, 1))!.at_ms - (film.frame(this.at)?.at_ms ?? 0);
    this.#timer = setTimeout(
      () => {
        this.#on();
        this.#roll();
      },
      standsFor(took, this.speed),
    );
  }
}
