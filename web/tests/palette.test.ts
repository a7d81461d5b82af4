import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { contrast, difference, lab, SIGHT } from "../src/lib/look/difference.ts";
import { CARD, COLOURS, FELTS, MATERIALS, SETS, SHADES, UPON, type Colour } from "../src/lib/look/palette.ts";
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

test("sets and felts are those of games, and felts of the pages around them", () => {
  expect([...GAME_IDS, "home"]).toEqual(expect.arrayContaining([...Object.keys(SETS), ...Object.keys(FELTS)]));
  for (const game of Object.keys(SETS)) expect(Object.keys(FELTS), "who has colours has a felt").toContain(game);
});

test.each(Object.keys(COLOURS) as Colour[])("what is drawn upon %s is read", (colour) => {
  expect(contrast(COLOURS[colour], UPON[colour])).toBeGreaterThanOrEqual(4.5);
});

test("cards are read", () => {
  expect(contrast(CARD.face, CARD.ink)).toBeGreaterThanOrEqual(7);
  expect(contrast(CARD.face, CARD.border)).toBeGreaterThanOrEqual(3);
});

describe.each(["light", "dark"] as const)("%s", (shade) => {
  const { text, muted, line, mark, leather, raised, toast, ...rest } = SHADES[shade];

  test.each(Object.entries(FELTS))("text and cards on the felt of %s", (_, felt) => {
    for (const ground of felt[shade]) {
      expect(contrast(ground, text), "text").toBeGreaterThanOrEqual(7);
      expect(contrast(ground, muted), "muted").toBeGreaterThanOrEqual(4.5);
      const seen = shade === "light" ? rest["card-edge"] : CARD.face;
      expect(contrast(ground, seen), "a card").toBeGreaterThanOrEqual(4.5);
      expect(contrast(ground, shade === "light" ? MATERIALS["brass-edge"] : MATERIALS.brass), "brass").toBeGreaterThanOrEqual(4.5);
    }
  });
  test("text on leather, toasts and panels", () => {
    for (const ground of [leather, rest["leather-high"]]) {
      expect(contrast(ground, rest["on-leather"])).toBeGreaterThanOrEqual(4.5);
      expect(contrast(ground, rest["on-leather-soft"])).toBeGreaterThanOrEqual(4.5);
      expect(contrast(ground, MATERIALS.brass)).toBeGreaterThanOrEqual(3);
    }
    expect(contrast(toast, rest["on-toast"])).toBeGreaterThanOrEqual(7);
    for (const ground of [raised, FELTS["home"]![shade][1]]) {
      for (const told of [text, muted, rest["danger-text"]]) expect(contrast(ground, told)).toBeGreaterThanOrEqual(4.5);
      for (const edge of [line, mark]) expect(contrast(ground, edge)).toBeGreaterThanOrEqual(3);
    }
  });
});

test("text on paper, brass and danger", () => {
  for (const paper of [MATERIALS.paper, MATERIALS["paper-low"]])
    for (const ink of [MATERIALS.ink, MATERIALS["ink-soft"], MATERIALS.pencil]) expect(contrast(paper, ink)).toBeGreaterThanOrEqual(4.5);
  for (const brass of [MATERIALS.brass, MATERIALS["brass-high"], MATERIALS["brass-low"]]) expect(contrast(brass, MATERIALS.ink)).toBeGreaterThanOrEqual(4.5);
  for (const danger of [MATERIALS.danger, MATERIALS["danger-high"], MATERIALS.safe]) expect(contrast(danger, "#FFFFFF")).toBeGreaterThanOrEqual(4.5);
});

test("the table is there before the script that sets all colours", () => {
  const css = readFileSync(resolve(import.meta.dirname, "../src/lib/look/base.css"), "utf8");
  expect([...css.matchAll(/background: (#\w+);/g)].map(([, colour]) => colour!.toUpperCase())).toEqual([FELTS["home"]!.light[1], FELTS["home"]!.dark[1]]);
});
