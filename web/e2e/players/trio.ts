// Trio: lay what fits (TRIO-09 to TRIO-11), and accuse nobody; in calm play pass where nothing fits.
import { those, type Player } from "./player.ts";

const COLOURS = ["red", "orange", "yellow", "green", "blue", "purple"];
const SYMBOLS = ["sun", "moon", "star", "leaf", "drop", "bolt"];
const CARDS = [1, 2, 3, 4, 5, 6].flatMap((number) => COLOURS.flatMap((colour) => SYMBOLS.map((symbol) => `${number}-${colour}-${symbol}`)));
const PILES = { same: "KeyU", step: "KeyI", different: "KeyO" } as const;

function fits(card: string, pile: keyof typeof PILES, top: string): boolean {
  const [[a, colour, symbol], [b, under, below]] = [card.split("-"), top.split("-")];
  const apart = Math.abs(Number(a) - Number(b));
  if (pile === "same") return colour === under || symbol === below;
  return pile === "step" ? apart === 1 : colour !== under && symbol !== below && apart > 1;
}

export const trio: Player = (seen, words) => {
  const [go] = those(seen, words, "board.go-name");
  if (go) return { button: go.button.name, key: "Space" };
  const names = words.called(CARDS);
  const hand = those(seen, words, "board.card").map(({ button, ...held }) => ({ button, place: held["place"]!, id: names.get(held["card"]!) ?? "" }));
  const piles = (Object.keys(PILES) as (keyof typeof PILES)[]).flatMap((pile) =>
    [...those(seen, words, "board.pile"), ...those(seen, words, "board.pile-chosen")]
      .filter((each) => each["law"] === words.own(`law.${pile}`) && names.has(each["card"]!))
      .map(({ button, ...each }) => ({ pile, button, top: names.get(each["card"]!)! })),
  );
  const chosen = hand.find(({ button }) => button.pressed);
  for (const held of chosen ? [chosen, ...hand] : hand) {
    const fitting = held.id ? piles.find(({ pile, top }) => fits(held.id, pile, top)) : undefined;
    if (fitting && held === chosen) return { button: fitting.button.name, key: PILES[fitting.pile] };
    if (fitting) return { button: held.button.name, key: `Digit${held.place}` };
  }
  const [pass] = those(seen, words, "board.pass-name");
  return pass ? { button: pass.button.name, key: "Digit0" } : null;
};
