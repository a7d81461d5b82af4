// The fifteen faces, each in a box of 100 by 100: few flat colours, a line of ink, eyes with a point of light.
import { disc, flat, INK, oval, part, stroke, type Layer } from "../cards/layers.ts";
import type { FaceName } from "./people.ts";

const CREAM = "#FFF6E8";
const PINK = "#F6B4BE";
const ROSE = "#F28AA0";
const AMBER = "#F2A81D";

const skin = (fill: string, d: string): Layer => part(fill, d, 3);
const line = (d: string): Layer => stroke(INK, 3, d);
const eyes = (left: number, right: number, y: number, r = 3.6): readonly Layer[] => [
  flat(INK, disc(left, y, r) + disc(right, y, r)),
  flat("#fff", disc(left + 1.2, y - 1.3, r / 3) + disc(right + 1.2, y - 1.3, r / 3)),
];
const cheeks = (fill: string, left: number, right: number, y: number, r: number): Layer => flat(fill, disc(left, y, r) + disc(right, y, r));
/** Nose to mouth, of animals with a snout. */
const mouth = (y: number): Layer => line(`M50 ${y}V${y + 4}Q45 ${y + 9} 41 ${y + 5}M50 ${y + 4}Q55 ${y + 9} 59 ${y + 5}`);

/** Made when they are first seen: few of them sit at one table. */
export const FACES: Readonly<Record<FaceName, () => readonly Layer[]>> = {
  fox: () => [
    flat("#E8762C", "M20 18 40 34H60L80 18 82 52Q80 78 50 86Q20 78 18 52Z"),
    flat(CREAM, "M18 54Q34 54 44 70L50 85Q22 80 18 54ZM82 54Q66 54 56 70L50 85Q78 80 82 54Z"),
    line("M20 18 40 34H60L80 18 82 52Q80 78 50 86Q20 78 18 52Z"),
    ...eyes(37, 63, 54),
    flat(INK, "M44 76Q50 72 56 76Q54 83 50 84Q46 83 44 76Z"),
  ],
  cat: () => [
    skin("#8C8A94", "M22 16 40 31Q50 29 60 31L78 16Q84 40 80 58Q74 82 50 82T20 58Q16 40 22 16Z"),
    flat(PINK, "M27 26 36 34 27 42ZM73 26 64 34 73 42Z"),
    ...eyes(37, 63, 52, 4),
    skin(PINK, "M46 62H54L50 67Z"),
    line("M50 67Q46 74 40 71M50 67Q54 74 60 71M12 58 28 60M12 68 28 66M88 58 72 60M88 68 72 66M44 32 47 40M50 31V41M56 32 53 40"),
  ],
  bear: () => [
    skin("#8A5A33", disc(26, 28, 12) + disc(74, 28, 12)),
    skin("#A06B3E", disc(50, 52, 32)),
    flat("#F0D9B8", oval(50, 64, 16, 13)),
    flat(INK, oval(50, 57, 6, 4.5)),
    mouth(61),
    ...eyes(37, 63, 46),
  ],
  panda: () => [
    flat(INK, disc(25, 27, 12) + disc(75, 27, 12)),
    skin("#FFFCF5", disc(50, 52, 32)),
    flat(INK, oval(36, 50, 9, 11, 24) + oval(64, 50, 9, 11, -24) + oval(50, 63, 5, 3.6)),
    flat("#fff", disc(37, 49, 3) + disc(63, 49, 3)),
    line("M50 66Q46 72 42 69M50 66Q54 72 58 69"),
  ],
  rabbit: () => [
    skin("#F7F0E6", "M32 40Q20 8 32 4Q44 6 44 36ZM68 40Q80 8 68 4Q56 6 56 36Z"),
    flat(PINK, "M34 34Q28 14 33 11Q39 14 39 34ZM66 34Q72 14 67 11Q61 14 61 34Z"),
    skin("#F7F0E6", oval(50, 60, 29, 27)),
    ...eyes(38, 62, 56),
    skin(ROSE, "M46 65H54L50 69Z"),
    line("M50 69V73M45 76Q50 72 55 76"),
    cheeks(PINK, 30, 70, 67, 4.5),
  ],
  frog: () => [
    skin("#5FAE46", disc(31, 30, 14) + disc(69, 30, 14)),
    skin("#6DBE50", "M14 58Q14 34 50 34T86 58Q86 84 50 84T14 58Z"),
    flat("#fff", disc(31, 29, 8) + disc(69, 29, 8)),
    ...eyes(32, 68, 30, 4),
    line("M26 60Q50 80 74 60"),
    cheeks(ROSE, 24, 76, 66, 4),
    cheeks(INK, 45, 55, 50, 1.8),
  ],
  owl: () => [
    skin("#7A5C8E", "M20 20Q34 26 50 25Q66 26 80 20Q86 40 82 60Q76 86 50 86T18 60Q14 40 20 20Z"),
    flat("#E9DDF0", "M32 70Q50 90 68 70Q62 84 50 85Q38 84 32 70Z"),
    skin(CREAM, disc(36, 48, 15)),
    skin(CREAM, disc(64, 48, 15)),
    ...eyes(37, 63, 48, 6),
    skin(AMBER, "M44 60 50 70 56 60Z"),
  ],
  penguin: () => [
    skin("#2E3F5C", "M18 52Q18 16 50 16T82 52Q82 86 50 86T18 52Z"),
    flat("#FFFCF5", "M50 44Q42 30 31 38Q23 46 27 62Q32 82 50 82T73 62Q77 46 69 38Q58 30 50 44Z"),
    ...eyes(38, 62, 52),
    skin(AMBER, "M41 61H59L50 72Z"),
  ],
  chick: () => [
    skin(AMBER, "M44 20Q44 10 50 8Q52 13 50 18Q56 12 60 15Q58 20 54 22"),
    skin("#FFD84A", disc(50, 53, 32)),
    ...eyes(38, 62, 50),
    skin("#EE7A1E", "M41 58H59L50 69Z"),
    cheeks("#F7A65C", 30, 70, 61, 5),
  ],
  koala: () => [
    skin("#9AA3AE", disc(20, 38, 16) + disc(80, 38, 16)),
    cheeks("#F4CAD0", 20, 80, 39, 8),
    skin("#B3BBC5", oval(50, 53, 30, 31)),
    flat("#2B2E36", oval(50, 58, 8, 11.5)),
    ...eyes(34, 66, 50),
    line("M42 74Q50 79 58 74"),
  ],
  lion: () => [
    skin(
      "#B5591C",
      "M50 6Q62 6 66 15Q80 14 84 26Q94 34 90 46Q96 58 86 66Q84 80 70 82Q60 92 50 89Q40 92 30 82Q16 80 14 66Q4 58 10 46Q6 34 16 26Q20 14 34 15Q38 6 50 6Z",
    ),
    skin("#F3BB54", disc(50, 51, 27)),
    ...eyes(40, 60, 47),
    flat(INK, "M45 56H55L50 62Z"),
    mouth(62),
  ],
  pig: () => [
    skin("#EE8FA0", "M22 20Q36 22 42 32L26 44ZM78 20Q64 22 58 32L74 44Z"),
    skin("#F7B2BC", disc(50, 54, 31)),
    skin("#EE8FA0", oval(50, 63, 13, 10)),
    flat(INK, oval(45, 63, 2.5, 4) + oval(55, 63, 2.5, 4)),
    ...eyes(36, 64, 47),
  ],
  octopus: () => [
    skin("#C65BA0", "M18 82Q14 66 20 52Q20 14 50 14T80 52Q86 66 82 82Q76 88 70 80Q64 90 57 81Q50 90 43 81Q36 90 30 80Q24 88 18 82Z"),
    ...eyes(38, 62, 48, 5),
    line("M42 62Q50 69 58 62"),
    flat("#EBA9D3", disc(30, 30, 3.5) + disc(40, 24, 2.5)),
  ],
  robot: () => [
    line("M50 20V10"),
    skin("#FFC53D", disc(50, 9, 5)),
    skin("#7F8C99", "M12 44H20V64H12Q8 64 8 60V48Q8 44 12 44ZM88 44H80V64H88Q92 64 92 60V48Q92 44 88 44Z"),
    skin("#C9D3DC", "M33 20H67Q83 20 83 36V66Q83 82 67 82H33Q17 82 17 66V36Q17 20 33 20Z"),
    flat("#22303D", "M36 32H64Q75 32 75 44T64 56H36Q25 56 25 44T36 32Z"),
    cheeks("#7DF0D0", 39, 61, 44, 5.5),
    line("M36 68H64M42 64V72M50 64V72M58 64V72"),
  ],
  android: () => [
    line("M34 20 28 8M66 20 72 8"),
    skin(ROSE, disc(28, 8, 4.5) + disc(72, 8, 4.5)),
    skin("#F0B45A", "M16 54Q16 18 50 18T84 54V70Q84 82 72 82H28Q16 82 16 70Z"),
    skin("#FFFCF5", disc(36, 46, 11) + disc(64, 46, 11)),
    ...eyes(37, 63, 46, 5),
    line("M36 68Q50 76 64 68"),
  ],
};

const made = new Map<FaceName, readonly Layer[]>();

export function layersOf(face: FaceName): readonly Layer[] {
  const found = made.get(face) ?? FACES[face]();
  made.set(face, found);
  return found;
}
