// The moments of Quinto: a row or a column is full; and a sum that nobody can write.
import { moments } from "../../lib/motion/moments.svelte.ts";
import type { BoardOf } from "../../table/board.ts";

type Quinto = BoardOf<"quinto">;

export function tellFilled(events: Quinto["events"], { seat, teller }: Pick<Quinto, "seat" | "teller">): void {
  for (const event of events) {
    if (event.event === "row-filled") moments.show({ kind: "filled", title: teller.own(`moment.row-${event.colour}`), text: `+${event.points}`, seat: event.seat });
    if (event.event === "column-filled" && event.seat === seat) moments.show({ kind: "filled", title: teller.own("moment.column", { column: event.column }), text: `+${event.points}`, seat: event.seat });
  }
}

/** Nobody is asked to pass (QUIN-19): the turn goes on at once, and why is said in one line. */
export function tellUnwritable(events: Quinto["events"], { teller, explain }: Pick<Quinto, "teller" | "explain">): void {
  for (const event of events) {
    if (event.event === "sum-announced" && !event.writable) explain?.(teller.own("refusal.nothing-to-write"), "QUIN-19");
  }
}
