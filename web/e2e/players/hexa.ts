// Hexa: a row without the object and without the colour of the open card (HEXA-10).
import { those, type Player } from "./player.ts";

const COLOURS = ["yellow", "green", "blue", "purple", "red", "orange", "pink", "brown"];
const THINGS = ["flower", "die", "butterfly", "ball", "cup", "cone", "car", "telephone"];
const CARDS = COLOURS.flatMap((colour) => THINGS.map((thing) => `${colour}-${thing}`));

export const hexa: Player = (seen, words) => {
  const [turn] = those(seen, words, "board.turn-name");
  if (turn) return { button: turn.button.name, key: "Space" };
  const names = words.called(CARDS);
  const open = seen.named("img").flatMap((name) => words.read("board.open", name)?.["card"] ?? [])[0];
  const [colour, thing] = names.get(open ?? "")?.split("-") ?? [];
  if (!colour || !thing) return null;
  const rows = [...those(seen, words, "board.row"), ...those(seen, words, "board.calm-row")];
  const fits = rows.find(({ cards }) => {
    const row = words.list(cards!).map((card) => names.get(card)!);
    return !row.some((card) => card.startsWith(`${colour}-`) || card.endsWith(`-${thing}`));
  });
  if (fits) return { button: fits.button.name, key: `Digit${fits["row"]!}` };
  const [impossible] = [...those(seen, words, "board.impossible-name"), ...those(seen, words, "board.calm-impossible-name")];
  return rows.length === 6 && impossible ? { button: impossible.button.name, key: "Digit0" } : null;
};
