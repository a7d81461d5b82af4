// Quinto, in words: the status line, its pill, and the answers to the ask keys.
import type { BoardOf, Voice } from "../../table/board.ts";
import { PLACES } from "./lays.ts";

type Quinto = BoardOf<"quinto">;
const IN = ["", "status.in-one", "status.in-two", "status.in-three"] as const;

function writing({ view, legal }: Quinto): boolean {
  return view.announced !== null && legal.includes("pass");
}

function status(game: Quinto): string | null {
  const { view, legal, teller, seat } = game;
  const offer = view.announced;
  if (offer && writing(game)) {
    const [first, second] = offer.colours;
    return legal.length > 1 ? teller.own(IN[offer.colours.length]!, { first, second }) : teller.own("status.nothing", { sum: offer.sum });
  }
  if (offer && seat === null) return teller.own("status.who", { sum: offer.sum });
  if (offer) return view.to_move.length === 1 ? teller.own("status.waiting-one", { seat: view.to_move[0] }) : teller.own("status.waiting-many", { seats: view.to_move });
  return legal.length ? teller.own("status.lay") : null;
}

/** What is to be done, in brass; null: nothing is on me, undefined: as the table says it. */
function pill(game: Quinto): string | null | undefined {
  if (!writing(game)) return game.view.announced ? null : undefined;
  return game.legal.length > 1 ? game.teller.own("status.pill-write", { sum: game.view.announced!.sum }) : null;
}

function keys({ teller }: Quinto): readonly (readonly [string, string])[] {
  return [
    ["1 2 3", teller.own("board.key-hand")],
    ["U I J K", teller.own("board.key-grid")],
  ];
}

function hand({ view, teller }: Quinto): string {
  return `${teller.told(teller.own("board.hand"), teller.joined(view.hand.map((card) => teller.card(card))))}.`;
}

function piles({ view, teller }: Quinto): string {
  const grid = PLACES.flatMap((place) => (view.grid[place] ? [teller.own("board.place", { place, card: view.grid[place] })] : []));
  const sum = view.announced ? [teller.own("board.announced", { ...view.announced })] : [];
  return `${[...grid, ...sum, teller.own("board.pile", { pile: view.pile })].join(teller.say("between"))}.`;
}

export default { status, pill, keys, hand, piles } satisfies Voice<Quinto>;
