// Trio's own sentences for the status line and the ask keys.
import type { BoardOf, Voice } from "../../table/board.ts";
import { PILES } from "./table.ts";

type Props = BoardOf<"trio">;

/** What is still to be chosen, and by how many. */
function choosing({ view, seat, teller }: Props): string {
  const count = view.to_move.length;
  if (seat === null) return teller.own("board.calm-waiting", { count });
  if (view.to_move.includes(seat)) return teller.own(view.phase === "grace" ? "board.calm-last" : "board.calm-ask");
  return view.last === seat ? teller.own("board.your-last-short") : teller.own("board.calm-chosen", { count });
}

function status(given: Props): string | null {
  const { view, seat, teller } = given;
  if (view.calm && (view.phase === "running" || view.phase === "grace")) return choosing(given);
  switch (view.phase) {
    case "signal":
      if (view.resumes < 0) return null;
      return view.resumes === seat ? teller.own("board.you-go") : teller.own("board.wait-go", { seat: view.resumes });
    case "grace":
      return teller.own(view.last === seat ? "board.your-last-short" : "board.last-short");
    case "running":
      return teller.own(seat === null ? "board.on" : "board.ask");
    default:
      return null;
  }
}

function hand({ view, teller }: Props): string {
  return teller.joined(view.hand.map((card) => teller.card(card)));
}

function piles({ view, teller }: Props): string {
  return PILES.map((pile) => {
    const card = view.centre[pile]?.at(-1);
    return teller.own("board.pile-told", { pile, law: teller.own(`law.${pile}`), card: card ? teller.card(card) : teller.say("nothing") });
  }).join(" ");
}

function scores({ view, preview, names, teller }: Props): string {
  const standings = names
    .map((_, seat) => [teller.own("board.left", { seat, cards: preview.left[seat] }), ...(view.totals.length ? [teller.say("points", { points: view.totals[seat] })] : [])].join(", "))
    .join(teller.say("between"));
  return view.calm && view.phase !== "over" ? `${standings}. ${teller.own("board.order", { seats: view.calm.order })}` : standings;
}

/** Everybody plays at once: it is nobody's turn more than another's. */
const pill = () => null;

function keys({ view, teller }: Props): readonly (readonly [string, string])[] {
  return [
    ["1 2 3", teller.own("board.key-hand")],
    ["U I O", teller.own("board.key-piles")],
    ["7 8 9", teller.own("board.key-faults")],
    ["4 5 6", teller.own("board.key-covered")],
    ...(view.calm ? [["0", teller.own("board.pass-name")] as const] : []),
    [teller.say("web.keys.key-space"), teller.own("board.go-name")],
  ];
}

export default { status, pill, keys, hand, piles, scores } satisfies Voice<Props>;
