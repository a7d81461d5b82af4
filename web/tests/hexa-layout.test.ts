import { describe, expect, test } from "vitest";
import { arranged, type Layout, type Point, type Spot } from "../src/games/hexa/layout.ts";

/** The felt at each size of the law: what the bands above and below leave. */
const FELTS = [
  [360, 378, "upright"],
  [390, 484, "upright"],
  [390, 664, "upright"],
  [664, 310, "sideways"],
  [844, 310, "sideways"],
  [1280, 486, "wide"],
  [1440, 716, "wide"],
  [1920, 860, "wide"],
  [3840, 1720, "wide"],
] as const;
const ROWS = [1, 2, 3, 4, 5, 6, 7, 8];
/** Where the object of a tile ends, as a part of the tile: overlaps may only reach the frame. */
const OBJECT = 0.315;

const apart = (one: Spot, other: Spot) => Math.max(Math.abs(one.x - other.x), Math.abs(one.y - other.y));

function inside([x, y]: Point, shape: readonly Point[]): boolean {
  let odd = false;
  for (const [at, [ax, ay]] of shape.entries()) {
    const [bx, by] = shape.at(at - 1)!;
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) odd = !odd;
  }
  return odd;
}

describe.each(FELTS)("on a felt of %i x %i (%s)", (width, height, shape) => {
  const layouts: readonly Layout[] = ROWS.map((count) => arranged(width, height, Array<number>(6).fill(count), shape));

  test("every tile lies on its field, and the middle of every field answers to it", () => {
    for (const { fields } of layouts)
      for (const { tiles, reach } of fields)
        for (const { x, y, size } of tiles) {
          expect(x - size / 2).toBeGreaterThanOrEqual(0);
          expect(x + size / 2).toBeLessThanOrEqual(width);
          expect(y - size / 2).toBeGreaterThanOrEqual(0);
          expect(y + size / 2).toBeLessThanOrEqual(height);
          expect(inside([x, y], reach)).toBe(true);
        }
  });

  test("no tile lies on the object of another", () => {
    for (const { fields } of layouts) {
      const tiles = fields.flatMap((field) => field.tiles);
      for (const [at, one] of tiles.entries())
        for (const other of tiles.slice(at + 1)) expect(apart(one, other)).toBeGreaterThanOrEqual((one.size / 2 + OBJECT * other.size) * 0.999);
    }
  });

  test("tiles are large enough", () => {
    // HEXA-10: eight in a row is as many as there can be.
    for (const [at, { fields }] of layouts.entries()) {
      const least = Math.min(...fields.flatMap(({ tiles }) => tiles.map(({ size }) => size)));
      expect(least, `${at + 1} in a row`).toBeGreaterThanOrEqual(width >= 390 ? 46 : 41.5);
    }
  });

  test("fields are raced: 64 pixels and more; the card is at the same place for all", () => {
    for (const { fields, card } of layouts) {
      for (const { reach } of fields) {
        const [xs, ys] = [reach.map(([x]) => x), reach.map(([, y]) => y)];
        expect(Math.max(...xs) - Math.min(...xs)).toBeGreaterThanOrEqual(64);
        expect(Math.max(...ys) - Math.min(...ys)).toBeGreaterThanOrEqual(64);
      }
      expect(card).toEqual(layouts[0]!.card);
    }
  });
});
