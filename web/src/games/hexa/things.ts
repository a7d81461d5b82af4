// The eight objects, each in a box of 100 by 100: parts in the colour of the card, parts of paper, and what is drawn upon.
import { disc, flat, INK, oval, PAPER, part, stroke, type Layer } from "../../lib/cards/layers.ts";

const BODY = "var(--body)";
const UPON = "var(--upon)";
const shine = (d: string, wide = 4.5) => stroke("#fff", wide, d, 0.55);
const shade = (d: string) => stroke("#000", 5, d, 0.22);

const holes = Array.from({ length: 8 }, (_, at) => ((at * 40 - 60) * Math.PI) / 180);
const petals = Array.from({ length: 6 }, (_, at) => at * 60);
const around = (turn: number, far: number) => [50 + far * Math.sin((turn * Math.PI) / 180), 50 - far * Math.cos((turn * Math.PI) / 180)] as const;
const vein = (turn: number) => `M${around(turn, 16).map(Math.round).join(" ")} ${around(turn, 32).map(Math.round).join(" ")}`;

export const THINGS: Readonly<Record<string, readonly Layer[]>> = {
  flower: [
    ...petals.map((turn) => part(BODY, oval(...around(turn, 25.5), 16.5, 21, turn))),
    stroke(UPON, 2.6, petals.map(vein).join(""), 0.55),
    part(PAPER, disc(50, 50, 14.5)),
    flat(INK, disc(45, 47, 2.3) + disc(54, 46, 2.3) + disc(50, 54, 2.3) + disc(57, 53, 1.8) + disc(44, 54, 1.8)),
  ],
  die: [
    part(BODY, "M20.5 12.7L68.1 6.1Q84.9 3.7 87.3 20.5L93.9 68.1Q96.3 84.9 79.5 87.3L31.9 93.9Q15.1 96.3 12.7 79.5L6.1 31.9Q3.7 15.1 20.5 12.7Z"),
    shine("M19.7 78.5L13 31Q11.6 21.1 21.5 19.7L65.1 13.5"),
    shade("M80.6 23.5L87 69Q88.4 78.9 78.5 80.3L34.9 86.5"),
    flat(UPON, disc(27.4, 33, 8.5) + disc(67, 27.4, 8.5) + disc(50, 50, 8.5) + disc(33, 72.6, 8.5) + disc(72.6, 67, 8.5)),
  ],
  butterfly: [
    part(BODY, "M48 46C40 18 20 4 7 12C-2 20 4 48 25 54C8 60 9 84 24 90C39 94 46 72 48 60ZM52 46C60 18 80 4 93 12C102 20 96 48 75 54C92 60 91 84 76 90C61 94 54 72 52 60Z"),
    shine("M11 20Q12 38 26 46M89 20Q88 38 74 46", 4),
    flat(UPON, disc(27, 30, 8) + disc(73, 30, 8) + disc(28, 74, 6) + disc(72, 74, 6)),
    stroke(INK, 3.6, "M50 36Q45 18 35 8M50 36Q55 18 65 8"),
    stroke(INK, 9, "M50 32V84"),
  ],
  ball: [
    part(BODY, disc(50, 50, 44)),
    part(
      PAPER,
      "M50 38Q34 24 36 7.500A44 44 0 0 1 76 14Q68 30 50 38ZM50 38Q52 60 34 76Q22 82 15 77A44 44 0 0 1 6 46Q26 50 50 38ZM50 38Q74 44 80 62Q82 76 76 85A44 44 0 0 0 93 58Q80 30 50 38Z",
      2.6,
    ),
    part(BODY, disc(50, 38, 6), 2.6),
    shine("M20 30A36 36 0 0 1 31 18", 5),
  ],
  cup: [
    stroke(INK, 4, "M27 25Q20 17 27 6M44 25Q37 17 44 6M61 25Q54 17 61 6"),
    stroke(INK, 15, "M72 44H80A14 14 0 0 1 80 72H68"),
    stroke(BODY, 7.5, "M72 44H80A14 14 0 0 1 80 72H68"),
    part(BODY, "M10 34H76Q78 60 70 74Q65 84 54 84H32Q21 84 16 74Q8 60 10 34Z"),
    shine("M19 42Q18 60 26 72", 5),
    shade("M68 44Q68 64 60 75"),
    stroke(UPON, 4, "M30 52H56M30 62H52"),
    stroke(INK, 6, "M4 92Q43 99 84 92"),
  ],
  cone: [
    part(BODY, "M28 48 48 97Q50 99 52 97L72 48Z"),
    stroke(UPON, 2.6, "M33 60 55 88M43 50 62 74M67 60 45 88M57 50 38 74", 0.75),
    part(BODY, "M50 3A28 28 0 0 1 78 31Q84 38 80 45Q75 53 67 48Q60 58 50 50Q40 58 33 48Q25 53 20 45Q16 38 22 31A28 28 0 0 1 50 3Z"),
    shine("M31 28A19 19 0 0 1 44 13", 5),
    flat(UPON, disc(56, 22, 2.6) + disc(64, 33, 2.6) + disc(45, 34, 2.6)),
  ],
  car: [
    part(BODY, "M4 66V55Q4 48 13 46L21 44L31 25Q34 20 40 20H63Q68 20 71 25L81 44Q96 46 96 57V66Q96 71 91 71H9Q4 71 4 66Z"),
    part(PAPER, "M32 43L39.5 29Q40.5 27.5 42 27.500H49V43ZM55 27.500H61.500Q63.5 27.5 64.5 29L72 43H55Z", 3),
    shine("M11 54H26M78 54H90"),
    stroke(UPON, 3.6, "M44 60H58"),
    flat(INK, disc(26, 71, 13.5) + disc(74, 71, 13.5)),
    flat(PAPER, disc(26, 71, 5.5) + disc(74, 71, 5.5)),
  ],
  telephone: [
    part(BODY, "M32 40 18 74Q14 90 22 90H78Q86 90 82 74L68 40Z"),
    part(BODY, "M6 36Q6 10 50 10T94 36V42Q94 46 90 46H74Q70 46 70 42V35Q60 31 50 31T30 35V42Q30 46 26 46H10Q6 46 6 42Z"),
    shine("M14 33Q20 18 44 17"),
    part(PAPER, disc(50, 65, 17.5), 3.6),
    flat(INK, holes.map((turn) => disc(Math.round(50 + 11 * Math.cos(turn)), Math.round(65 + 11 * Math.sin(turn)), 2.5)).join("")),
    part(BODY, disc(50, 65, 3.6), 2),
  ],
};
