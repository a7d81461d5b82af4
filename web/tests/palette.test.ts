import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { contrast, difference, lab, SIGHT } from "../src/lib/look/difference.ts";
import { CARD, COLOURS, FELTS, SETS, UPON, type Colour } from "../src/lib/look/palette.ts";
import { GAME_IDS } from "../src/wire.gen.ts";

test("CIEDE2000 as published", () => {
  // Pairs 1, 4, 9 and 17 of Sharma, Wu and Dalal (2005).
  expect(difference([50, 2.6772, -79.7751], [50, 0, -82.7485])).toBeCloseTo(2.0425, 3);
  expect(difference([50, -1.3802, -84.2814], [50, 0, -82.7485])).toBeCloseTo(1, 3);
  expect(difference([50, 2.49, -0.001], [50, -2.49, 0.0009])).toBeCloseTo(7.1792, 3);
  expect(difference([50, 2.5, 0], [73, 25, -18])).toBeCloseTo(27.1492, 3);
});

describe.each(Object.keys(SIGHT))("%s sight", (sight) => {
  test.each(Object.entries(SETS))("the colours of %s are told apart", (_, colours) => {
    for (const [at, one] of colours.entries())
      for (const other of colours.slice(at + 1)) {
        const far = difference(lab(COLOURS[one], SIGHT[sight]), lab(COLOURS[other], SIGHT[sight]));
        expect(far, `${one} and ${other}`).toBeGreaterThanOrEqual(15);
      }
  });
});

test("every game has its set", () => {
  expect(Object.keys(SETS)).toEqual(expect.arrayContaining([...GAME_IDS]));
});

test.each(Object.keys(COLOURS) as Colour[])("what is drawn upon %s is read", (colour) => {
  expect(contrast(COLOURS[colour], UPON[colour])).toBeGreaterThanOrEqual(4.5);
});

test("cards are read, and seen on both felts", () => {
  expect(contrast(CARD.face, CARD.ink)).toBeGreaterThanOrEqual(7);
  expect(contrast(CARD.face, CARD.border)).toBeGreaterThanOrEqual(3);
  expect(contrast(FELTS.light.felt, CARD.border)).toBeGreaterThanOrEqual(3);
  expect(contrast(FELTS.dark.felt, CARD.face)).toBeGreaterThanOrEqual(3);
});

describe.each(Object.entries(FELTS))("%s felt", (_, felt) => {
  test.each(["felt", "raised"] as const)("text on %s", (ground) => {
    for (const text of ["text", "muted", "danger"] as const)
      expect(contrast(felt[ground], felt[text]), text).toBeGreaterThanOrEqual(4.5);
    for (const edge of ["line", "mark", "accent"] as const)
      expect(contrast(felt[ground], felt[edge]), edge).toBeGreaterThanOrEqual(3);
  });
  test("the main button is read", () => {
    expect(contrast(felt.accent, felt["on-accent"])).toBeGreaterThanOrEqual(4.5);
  });
});

test("the felt is there before the script that sets all colours", () => {
  const css = readFileSync(resolve(import.meta.dirname, "../src/lib/look/base.css"), "utf8");
  expect([...css.matchAll(/background: (#\w+);/g)].map(([, colour]) => colour!.toUpperCase())).toEqual([FELTS.light.felt, FELTS.dark.felt]);
});
