// What the pages around a match work out: codes, bars, swings, speeds, and what this device remembers.
import { beforeEach, expect, test } from "vitest";
import { readCode } from "../src/home/code.ts";
import { pictures } from "../src/games/pictures.ts";
import { bestAlone, daysSince, forgetTable, isBest, knownTables, noteMatch, noteTable, pastMatches } from "../src/lib/stores/history.ts";
import { nextSpeed, standsFor } from "../src/replay/speeds.ts";
import { largestSwing, turned } from "../src/replay/swing.ts";
import { bars } from "../src/result/bars.ts";

beforeEach(() => localStorage.clear());

test("a code is read from what people type, paste and scan", () => {
  for (const text of ["BCDFGH", " bcd fgh ", "bcd-fgh", "http://192.0.2.7:8765/games/t/bcdfgh", "https://example.org/t/BCDFGH?x"])
    expect(readCode(text)).toBe("bcdfgh");
  expect(readCode("bcdfghjk")).toBe("bcdfgh");
  expect(readCode("12 34")).toBe("");
});

test("bars are as long as the points, and the last is still seen", () => {
  const shown = bars({ reason: "x", ranks: [2, 1, 3], scores: [30, 60, -5] }, []);
  expect(shown.map(({ seat }) => seat)).toEqual([1, 0, 2]);
  expect(shown.map(({ share }) => share)).toEqual([1, 0.5, 0.04]);
  expect(shown[2]!.value).toBe(-5);
});

test("without points the bars show what the game counts, where fewer is better", () => {
  const left = { title: "Cards left", values: [0, 4, 2], fewer: true };
  const shown = bars({ reason: "x", ranks: [1, 3, 2] }, [{ title: "Chips", values: [1, 1, 1] }, left]);
  expect(shown.map(({ value }) => value)).toEqual([0, 2, 4]);
  expect(shown[0]!.share).toBe(1);
  expect(shown[1]!.share).toBeGreaterThan(shown[2]!.share);
  const out = bars({ reason: "x", ranks: [2, 1] }, [{ title: "Cards left", values: [0, 3], fewer: true }]);
  expect(out.map(({ share }) => share), "with no cards, since out of the match").toEqual([1, 0.04]);
  expect(bars({ reason: "x", ranks: [1, 2] }, []).map(({ value }) => value)).toEqual([null, null]);
});

test("a replay opens where the standing changed most", () => {
  const standing = (n: number, ...values: number[]) => ({ n, standing: values });
  const analysis = { unit: "chance" as const, decisions: [], lost: [], gained: [], luck: [], moments: [standing(0, 0.5, 0.5), standing(3, 0.6, 0.4), standing(7, 0.1, 0.9), standing(8, 0.2, 0.8), standing(9, 1, 0)] };
  expect(largestSwing(analysis)).toBe(8);
  expect(turned([[0, [1, 1]], [1, [1, 1]]])).toBeNull();
  // Cards are laid one by one: the last time that somebody took the lead.
  const left = [[9, 9], [8, 9], [8, 8], [8, 7], [7, 7], [7, 6], [6, 6], [5, 6], [4, 6]].map((values, at) => [at, values] as const);
  expect([turned(left, true), turned(left.slice(0, 6), true)]).toEqual([7, 3]);
  // To deal is no swing, neither before the first move nor when a new round begins.
  const dealt = [[0, 0], [0, 0], [9, 9], [8, 9], [8, 8], [8, 7], [9, 9], [8, 9]].map((values, at) => [at, values] as const);
  expect([turned(dealt, true), turned(dealt.slice(0, 6), true), turned(dealt.slice(0, 3), true)]).toEqual([7, 5, null]);
});

test("a film has speeds, and every moment stands long enough to be seen", () => {
  expect([standsFor(0, 1), standsFor(900, 1), standsFor(60_000, 1), standsFor(900, 2)]).toEqual([500, 900, 1600, 450]);
  expect([nextSpeed(1), nextSpeed(4)]).toEqual([2, 0.5]);
});

test("a device finds its tables again, the latest first, and forgets one it has left", () => {
  noteTable("bcdfgh", "push", 1);
  noteTable("jkmnpq", "trio", 2);
  noteTable("bcdfgh", "push", 3);
  expect(knownTables().map(({ code }) => code)).toEqual(["bcdfgh", "jkmnpq"]);
  forgetTable("bcdfgh");
  expect(knownTables().map(({ code }) => code)).toEqual(["jkmnpq"]);
});

test("a match is remembered once", () => {
  const match = { id: "m1", game: "push", names: ["Zoé", "Max"], faces: ["fox", "bear"], seat: 0, ranks: [1, 2], at: 5 };
  noteMatch(match);
  noteMatch(match);
  noteMatch({ ...match, id: "m2" });
  expect(pastMatches().map(({ id }) => id)).toEqual(["m2", "m1"]);
});

test("the best alone at a game stays, whatever else is played", () => {
  const match = { id: "q1", game: "quinto", names: ["Zoé"], faces: ["fox"], seat: 0, ranks: [1], at: 5 };
  expect([bestAlone("quinto"), isBest("quinto", "q1", -3)]).toEqual([null, true]);
  noteMatch({ ...match, scores: [41] });
  noteMatch({ ...match, id: "q2", scores: [55] });
  noteMatch({ ...match, id: "q3", scores: [55] });
  noteMatch({ ...match, id: "q4", seat: null, scores: [90] });
  noteMatch({ ...match, id: "q5", names: ["Zoé", "Max"], ranks: [1, 2], scores: [99, 4] });
  noteMatch({ ...match, id: "q6", game: "solo", scores: [99] });
  expect(bestAlone("quinto")).toEqual({ points: 55, match: "q2" });
  expect([isBest("quinto", "q2", 55), isBest("quinto", "q3", 55), isBest("quinto", "q7", 56)]).toEqual([true, false, true]);
});

test("days are those of the calendar", () => {
  const evening = new Date(2026, 4, 3, 23, 50).getTime();
  expect(daysSince(evening, new Date(2026, 4, 4, 0, 10).getTime())).toBe(1);
  expect(daysSince(evening, new Date(2026, 4, 3, 23, 59).getTime())).toBe(0);
});

test("games bring their own pictures, and no list names them", () => {
  for (const [game, cards] of Object.entries(pictures)) expect(cards.length, game).toBeGreaterThan(2);
});
