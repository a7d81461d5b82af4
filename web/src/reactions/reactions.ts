// Eight pictures and a dozen phrases; there is no other text. Each picture is drawn in a box of 100 by 100.
import { disc, flat, INK, oval, part, PAPER, stroke, type Layer } from "../lib/cards/layers.ts";
import type { UpReact } from "../wire.gen.ts";

export type Reaction = UpReact["what"];

const face = (fill: string, ...more: readonly Layer[]): readonly Layer[] => [part(fill, disc(50, 50, 44), 5), ...more];
const line = (d: string): Layer => stroke(INK, 6, d);
const EYES = flat(INK, oval(34, 42, 5, 6) + oval(66, 42, 5, 6));
const YELLOW = "#FFC53D";

export const PICTURES: Readonly<Partial<Record<Reaction, readonly Layer[]>>> = {
  heart: [part("#D9381E", "M50 90C10 60 6 40 10 28C16 10 40 8 50 28C60 8 84 10 90 28C94 40 90 60 50 90Z", 5)],
  laugh: face(YELLOW, line("M26 42l10-7 10 7M54 42l10-7 10 7"), part(PAPER, "M26 54H74C74 92 26 92 26 54Z", 5)),
  wow: face(YELLOW, EYES, flat(INK, oval(50, 68, 11, 13)), line("M26 26l12-4M62 22l12 4")),
  sad: face(YELLOW, EYES, line("M32 76Q50 58 68 76"), part("#52C2F4", "M72 52q9 14 0 18q-9-4 0-18Z", 3)),
  angry: face("#E2573F", EYES, line("M24 26l18 10M76 26L58 36M34 74Q50 62 66 74")),
  star: [part("#EFD21A", "M50 6l13 28 31 4-23 21 6 31-27-15-27 15 6-31L6 38l31-4Z", 5)],
  fire: [
    part("#EE7A1F", "M50 6C56 24 80 34 80 62C80 82 66 94 50 94C34 94 20 82 20 62C20 48 28 40 32 28C38 34 40 40 40 46C48 38 52 22 50 6Z", 5),
    flat("#FFD95A", "M50 54C56 64 62 68 62 76C62 84 56 88 50 88C44 88 38 84 38 76C38 68 46 64 50 54Z"),
  ],
  clock: [part(PAPER, disc(50, 50, 42), 6), line("M50 24V50L68 62")],
};

export const PHRASES: readonly Reaction[] = ["hello", "good-luck", "well-played", "thanks", "sorry", "oops", "close-one", "what-luck", "unlucky", "one-moment", "again", "good-night"];
