import { expect, test } from "vitest";
import { catalogue } from "../build/words.ts";
import { Teller } from "../src/lib/i18n/teller.ts";
import { across, bounds, costliest, lines, WIDTH } from "../src/replay/analysis.ts";
import { hintLine } from "../src/table/hint.ts";
import type { Analysis, Decision } from "../src/wire.gen.ts";

const at = (language: string, game: string) => new Teller(language, catalogue(language), game, [], 0);

test("a hint is one line in the language of the reader", () => {
  const hint = { act: "draw", why: "draw", about: { percent: 12, more: 15, now: 14 } };
  expect(hintLine(hint, at("en", "push"))).toBe("Draw: it busts 12% of the time, but comes to 15 points on average; you have 14.");
  expect(hintLine(hint, at("fr", "push"))).toMatch(/^Pioche.*12.% de risques.*15.points.*14\.$/);
});

test("what is counted is told in words, and cards by their names", () => {
  const hint = { act: "lay V3 a", why: "lay", about: { cards: ["V3"], places: ["a"], sum: 9, cell: "o5", points: 61 } };
  const line = hintLine(hint, at("en", "quinto"));
  expect(line).toContain("at the top left: it makes 9, good for orange, column 5; you head for about 61 points.");
  expect(line).not.toContain("{");
});

const decision = (n: number, seat: number, worth: number, best_worth: number): Decision => ({ n, seat, act: "draw", worth, best: "take 1", best_worth, sure: true });
const found: Analysis = {
  unit: "chance",
  decisions: [decision(1, 0, 0.4, 0.5), decision(3, 1, 0.3, 0.3), decision(5, 0, 0.1, 0.4), decision(7, 1, 0.5, 0.502)],
  moments: [
    { n: 0, standing: [0.5, 0.5] },
    { n: 9, standing: [1, 0] },
  ],
  lost: [0.4, 0.002],
  gained: [0.002, 0.4],
  luck: [0.898, -0.898],
};

test("everybody has a line from the first act to the last", () => {
  expect(lines(found, 10)).toEqual(["60.0,100.0 600.0,0.0", "60.0,100.0 600.0,200.0"]);
  expect(across(10, 10)).toBe(WIDTH);
  expect(across(0, 0)).toBe(0);
});

test("alone the chart reaches as far as the points", () => {
  const alone: Analysis = { ...found, unit: "points", moments: [{ n: 0, standing: [-3] }, { n: 1, standing: [62] }], lost: [1], gained: [0], luck: [0] };
  expect(bounds(alone)).toEqual([-3, 62]);
});

test("what cost most comes in the order it happened, and what cost nothing is left out", () => {
  expect(costliest(found).map(({ n, lost }) => [n, Number(lost.toFixed(3))])).toEqual([
    [1, 0.1],
    [5, 0.3],
  ]);
});
