// Somebody who plays by what can be read on the page.
import type { Seen, Thing } from "../seen.ts";
import type { Groups, Words } from "../words.ts";

export interface Move {
  /** The name of the button. */
  readonly button: string;
  /** The place on the keyboard that does the same. */
  readonly key?: string | undefined;
}

/** What to do now; null: wait. */
export type Player = (seen: Seen, words: Words) => Move | null;

/** The buttons whose names begin with a sentence of the game, with what its fields say. */
export function those(seen: Seen, words: Words, key: string): readonly (Groups & { readonly button: Thing })[] {
  return seen.buttons.flatMap((button) => {
    const read = words.read(key, button.name);
    return read ? [{ ...read, button } as Groups & { readonly button: Thing }] : [];
  });
}

export function most<T>(all: readonly T[], of: (each: T) => number): T | undefined {
  return all.reduce<T | undefined>((best, each) => (best === undefined || of(each) > of(best) ? each : best), undefined);
}

/** Knows no game: pushes now this and now that of what can be pushed. The same at every run. */
export function anybody(): Player {
  let luck = 12345;
  return ({ buttons }) => {
    if (!buttons.length) return null;
    luck = (luck * 1103515245 + 12345) % 2147483648;
    return { button: buttons[Math.floor(luck / 65536) % buttons.length]!.name };
  };
}
