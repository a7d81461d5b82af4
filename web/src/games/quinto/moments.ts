// The moments of Quinto: a row or a column is full.
import { moments } from "../../lib/motion/moments.svelte.ts";
import type { BoardOf } from "../../table/board.ts";

export function tellFilled({ events, seat, teller }: BoardOf<"quinto">): void {
  for (const event of events) {
    if (event.event === "row-filled") moments.show({ kind: "filled", title: teller.own(`moment.row-${event.colour}`), text: `+${event.points}`, seat: event.seat });
    if (event.event === "column-filled" && event.seat === seat) moments.show({ kind: "filled", title: teller.own("moment.column", { column: event.column }), text: `+${event.points}`, seat: event.seat });
  }
}
