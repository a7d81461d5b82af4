// Push: draw while it is not too dangerous, then take what is worth most. Nobody is brave for a whole game: whoever
// soon takes what there is leaves most of the cards, and of the time they need, to the bots.
import { most, those, type Player } from "./player.ts";

const BRAVE = 25;
/** How often somebody draws who could take. */
let daring = 8;

export const push: Player = (seen, words) => {
  const [place] = those(seen, words, "board.place-name");
  if (place) return { button: place.button.name, key: `Digit${place["column"]!}` };
  const best = most(those(seen, words, "board.take-name"), ({ points }) => Number(points));
  const [draw] = those(seen, words, "act.draw");
  const danger = draw ? Number(/(\d+) %/.exec(draw.button.name)?.[1]) : 100;
  if (draw && best && danger < BRAVE && daring-- > 0) return { button: draw.button.name };
  if (draw && !best) return { button: draw.button.name };
  return best ? { button: best.button.name } : null;
};

/** Draws once, and takes what there is: most of the cards are the others'. */
export const cautious: Player = (seen, words) => {
  for (const key of ["board.place-name", "board.take-name", "act.draw"]) {
    const [found] = those(seen, words, key);
    if (found) return { button: found.button.name };
  }
  return null;
};
