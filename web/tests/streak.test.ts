import { beforeEach, expect, test } from "vitest";
import { forget, keep, kept } from "../src/lib/keep.ts";
import { dayOf, keepStreak } from "../src/puzzle/streak.ts";

beforeEach(() => forget("puzzles"));

test("a streak grows from day to day, for each game by itself", () => {
  expect(keepStreak("push", "2026-11-30", 1)).toEqual({ last: "2026-11-30", days: 1 });
  expect(keepStreak("push", "2026-11-30", 3), "once solved it stays solved").toEqual({ last: "2026-11-30", days: 1 });
  expect(keepStreak("push", "2026-12-01", 1).days).toBe(2);
  expect(keepStreak("quinto", "2026-12-01", 1).days).toBe(1);
  expect(keepStreak("push", "2026-12-02", 2).days).toBe(0);
  expect(keepStreak("push", "2026-12-02", 1).days, "the first try counts").toBe(0);
  expect(keepStreak("push", "2026-12-04", 1).days).toBe(1);
  expect(keepStreak("push", "2026-12-06", 1).days, "a day was left out").toBe(1);
});

test("summer time takes no day away", () => {
  expect(keepStreak("push", "2026-03-28", 1).days).toBe(1);
  expect(keepStreak("push", "2026-03-29", 1).days).toBe(2);
  expect(keepStreak("push", "2026-03-30", 1).days).toBe(3);
});

test("what was kept may be of any shape", () => {
  for (const kept of [null, 7, "x", [], { push: 3 }, { push: { last: 5, days: "many" } }]) {
    keep("puzzles", kept);
    expect(keepStreak("push", "2026-11-16", 1).days).toBe(1);
  }
  expect(kept("puzzles")).toEqual({ push: { last: "2026-11-16", days: 1 } });
});

test("a day is the date where the player is", () => {
  expect(dayOf(new Date(2026, 0, 2, 0, 5))).toBe("2026-01-02");
  expect(dayOf(new Date(2026, 10, 16, 23, 59))).toBe("2026-11-16");
});
