// Hexa's own sentences for the status line and the ask keys.
import type { BoardOf, Voice } from "../../table/board.ts";
import { rowOf, HEXAGON } from "./table.ts";

type Props = BoardOf<"hexa">;

function status({ view, seat, teller }: Props): string | null {
  if (seat !== null && view.out.includes(seat)) return teller.own("ask.out");
  if (view.phase === "open" && view.calm) {
    const count = view.to_move.length;
    if (seat !== null && view.to_move.includes(seat)) return teller.own("board.calm-ask");
    return teller.own(seat === null ? "board.calm-waiting" : "board.calm-chosen", { count });
  }
  if (view.phase === "open") {
    if (view.tied.length && (seat === null || !view.tied.includes(seat))) return teller.own("board.only-tied", { seats: view.tied });
    return teller.own(view.tied.length ? "board.ask-tied" : "board.ask");
  }
  if (view.phase !== "turn") return null;
  return view.turner === seat ? teller.own(`board.ask-turn-${view.source}`) : teller.own("board.turns-now", { seat: view.turner });
}

function hand({ view, teller }: Props): string {
  return view.open ? teller.own("board.open", { card: view.open }) : teller.own("board.nothing-open");
}

function piles({ view, teller }: Props): string {
  const rows = HEXAGON.map((_, at) => teller.own("board.row-told", { row: at + 1, cards: rowOf(view.rows, at) }));
  return [view.open && teller.own("board.open", { card: view.open }), ...rows].filter(Boolean).join(" ");
}

function scores({ view, names, teller }: Props): string {
  const standings = names.map((_, seat) => teller.own("board.standing", { seat, cards: view.piles[seat], chips: view.chips[seat] })).join(teller.say("between"));
  return view.calm && view.phase !== "over" ? `${standings}. ${teller.own("board.order", { seats: view.calm.order })}` : standings;
}

/** Everybody plays or chooses at once: it is nobody's turn more than another's. */
const pill = () => null;

function keys({ view, teller }: Props): readonly (readonly [string, string])[] {
  return [
    ["1 – 6", teller.own("board.key-row")],
    ["0", teller.own("board.impossible-name")],
    ...(view.calm ? [["9", teller.own("board.pass-name")] as const] : []),
    [teller.say("web.keys.key-space"), teller.own("board.key-turn")],
  ];
}

export default { status, pill, keys, hand, piles, scores } satisfies Voice<Props>;
