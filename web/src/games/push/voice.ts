// Push, in words: the status line and the answers to the ask keys.
import type { BoardOf, Voice } from "../../table/board.ts";
import { percent, pilesOf } from "./reading.ts";

type Push = BoardOf<"push">;

function status({ view, legal, teller }: Push): string | null {
  if (!legal.length) return null;
  if (view.phase === "place") return teller.own("ask.place", { card: view.drawn });
  if (view.phase === "share") return teller.own("ask.share");
  if (!legal.includes("draw")) return teller.own("ask.stop");
  return teller.own(legal.some((act) => act.startsWith("take")) ? "ask.go-on" : "ask.turn");
}

function hand({ view, seat, teller, legal }: Push): string {
  const zone = seat === null ? undefined : view.zones[seat];
  if (!zone) return teller.say("web.table.watching");
  const told = pilesOf(zone)
    .filter((pile) => pile.shown.length || pile.safe)
    .map((pile) => teller.own("board.pile-name", { colour: pile.colour, shown: teller.joined(pile.shown.map(String)), safe: pile.safe }));
  const can = status({ view, seat, teller, legal } as Push);
  return [`${teller.told(teller.own("board.zone"), told.join(", ") || teller.say("nothing"))}.`, ...(can ? [can] : [])].join(" ");
}

function piles({ view, preview, teller, odds }: Push): string {
  const [bad, cards] = preview.bust;
  const columns = view.columns.flatMap((held, at) =>
    held.length ? [teller.own("board.column-name", { column: at + 1, cards: held })] : [],
  );
  const turned = view.drawn ? [teller.told(teller.own("board.turned"), teller.card(view.drawn))] : [];
  const chance = teller.own("board.bust", { bad, cards, percent: percent(bad, cards) });
  const stock = [teller.own("board.pile", { pile: view.pile }), ...(odds === false ? [] : [chance])];
  return `${[...turned, ...columns, ...stock].join(", ")}.`;
}

export default { status, hand, piles } satisfies Voice<Push>;
