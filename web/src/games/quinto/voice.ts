// Quinto, in words: the status line and the answers to the ask keys.
import type { BoardOf, Voice } from "../../table/board.ts";
import { PLACES } from "./lays.ts";

type Quinto = BoardOf<"quinto">;

function status({ view, legal, teller, seat }: Quinto): string | null {
  const offer = view.announced;
  if (offer && legal.includes("pass")) return teller.own(legal.length > 1 ? "ask.write" : "ask.nothing", { ...offer });
  if (offer && seat !== null && view.choice) return teller.own("board.waiting", { seats: view.to_move });
  return legal.length ? teller.own("ask.lay") : null;
}

function hand({ view, teller }: Quinto): string {
  return `${teller.told(teller.own("board.hand"), teller.joined(view.hand.map((card) => teller.card(card))))}.`;
}

function piles({ view, teller }: Quinto): string {
  const grid = PLACES.flatMap((place) => (view.grid[place] ? [teller.own("board.place", { place, card: view.grid[place] })] : []));
  const sum = view.announced ? [teller.own("board.announced", { ...view.announced })] : [];
  return `${[...grid, ...sum, teller.own("board.pile", { pile: view.pile })].join("; ")}.`;
}

export default { status, hand, piles } satisfies Voice<Quinto>;
