// Who somebody is at a table: the colour and shape of the seat, and a face. Faces are chosen, kept on the device and
// told with the name; who has none gets one by the name, the same on every screen.
import { keep, kept } from "../keep.ts";

export interface SeatLook {
  readonly colour: string;
  /** What is drawn upon the colour. */
  readonly upon: string;
  /** The frame of the face and the pin, in a box of 100 by 100. */
  readonly shape: string;
}

const [WHITE, INK] = ["#FFFFFF", "#16181A"];

/** By seat; tests/people.test.ts holds their distance. Never for text. */
export const SEATS: readonly SeatLook[] = [
  { colour: "#D9381E", upon: WHITE, shape: "M50 4A46 46 0 1 0 50.01 4Z" },
  { colour: "#52C2F4", upon: INK, shape: "M22 6H78Q94 6 94 22V78Q94 94 78 94H22Q6 94 6 78V22Q6 6 22 6Z" },
  { colour: "#EFD21A", upon: INK, shape: "M50 2 92 26V74L50 98 8 74V26Z" },
  { colour: "#2A2A90", upon: WHITE, shape: "M9 8Q30 12 50 3Q70 12 91 8V52C91 78 68 92 50 98C32 92 9 78 9 52Z" },
  { colour: "#1A7A78", upon: WHITE, shape: "M50 1 99 50 50 99 1 50Z" },
  {
    colour: "#EE8FA0",
    upon: INK,
    shape:
      "M50 4Q62 4 66 15Q78 11 85 19Q92 27 87 36Q98 41 97 51Q96 61 86 65Q90 76 82 84Q73 91 64 86Q60 97 50 97Q40 97 36 86Q27 91 18 84Q10 76 14 65Q4 61 3 51Q2 41 13 36Q8 27 15 19Q22 11 34 15Q38 4 50 4Z",
  },
];

export function seatLook(seat: number): SeatLook {
  return SEATS[seat % SEATS.length]!;
}

export const PEOPLE_FACES = ["fox", "cat", "bear", "panda", "rabbit", "frog", "owl", "penguin", "chick", "koala", "lion", "pig", "octopus"] as const;
export const BOT_FACES = ["robot", "android"] as const;
export type FaceName = (typeof PEOPLE_FACES)[number] | (typeof BOT_FACES)[number];

const KNOWN: readonly string[] = [...PEOPLE_FACES, ...BOT_FACES];
export const isFace = (name: unknown): name is FaceName => typeof name === "string" && KNOWN.includes(name);

/** As much of a place at the table as decides its face. */
export interface Somebody {
  readonly name: string;
  readonly kind?: string;
  readonly face?: string;
}

export function faceOf(who: Somebody | string): FaceName {
  const { name, kind, face }: Somebody = typeof who === "string" ? { name: who } : who;
  if (isFace(face)) return face;
  const faces = kind === "bot" ? BOT_FACES : PEOPLE_FACES;
  return faces[hash(name) % faces.length]!;
}

function hash(text: string): number {
  let sum = 7;
  for (const letter of text) sum = (sum * 31 + letter.codePointAt(0)!) % 1_000_003;
  return sum;
}

const KEY = "face";

/** The face chosen on this device; empty: none yet. */
export function ownFace(): FaceName | "" {
  const face = kept(KEY);
  return isFace(face) ? face : "";
}

export function keepFace(face: FaceName): void {
  keep(KEY, face);
}

/** A face to begin with, for somebody who has not chosen. */
export function anyFace(): FaceName {
  return PEOPLE_FACES[Math.floor(Math.random() * PEOPLE_FACES.length)]!;
}
