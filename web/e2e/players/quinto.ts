// Quinto: lay where most cells could take the sum, write where it brings most.
import { most, those, type Player } from "./player.ts";

export const quinto: Player = (seen, words) => {
  const [done] = those(seen, words, "board.done").filter(({ cell }) => cell);
  const [alone] = those(seen, words, "board.only-one");
  const write = most(those(seen, words, "board.cell-write"), ({ points }) => Number(points));
  const pass = seen.buttons.find(({ name }) => name === words.own("act.pass") || name === words.own("act.pass-miss"));
  const chosen = done ?? alone ?? write;
  if (chosen) return { button: chosen.button.name };
  if (pass) return { button: pass.name };
  const hand = those(seen, words, "board.held").filter(({ playable }) => playable);
  if (!hand.length) return null;
  if (!hand.some(({ button }) => button.pressed)) return { button: hand[0]!.button.name, key: `Digit${hand[0]!["at"]!}` };
  const offers = those(seen, words, "board.place").map((place) => ({ ...place, cells: Number(/(\d+)\D*$/.exec(place.button.name)?.[1]) }));
  const place = most(offers, ({ cells }) => cells);
  return place ? { button: place.button.name } : null;
};
