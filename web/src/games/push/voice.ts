// Push, in words: the status line and the answers to the ask keys.
import type { BoardOf, Voice } from "../../table/board.ts";
import { percent, stacksOf } from "./reading.ts";

type Push = BoardOf<"push">;

function status({ view, legal, teller }: Push): string | null {
  if (!legal.length) return null;
  if (view.phase === "place") return teller.own("board.say-place", { card: view.drawn });
  if (view.phase === "share") return teller.own("board.say-share");
  if (!legal.includes("draw")) return teller.own("board.say-stop");
  const more = legal.find((act) => act !== "draw");
  return teller.own(more ? (more.startsWith("take") ? "board.say-go-on" : "board.say-turn") : "board.say-draw");
}

function keys({ teller, view }: Push): readonly (readonly [string, string])[] {
  return [
    [Array.from({ length: view.lanes }, (_, at) => at + 1).join(" "), teller.own("board.key-columns")],
    ["0", teller.own("board.key-pile")],
  ];
}

function hand({ view, seat, teller, legal }: Push): string {
  const zone = seat === null ? undefined : view.zones[seat];
  if (!zone) return teller.say("web.table.watching");
  const told = stacksOf(zone)
    .filter((stack) => stack.shown.length || stack.safe)
    .map((stack) => teller.own("board.pile-name", { colour: stack.colour, shown: teller.joined(stack.shown.map(String)), safe: stack.safe }));
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

export default { status, keys, hand, piles } satisfies Voice<Push>;
