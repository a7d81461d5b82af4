// Head starts, as the pages work with them.
import { expect, test } from "vitest";
import { chosen, fieldsOf, inPoints, LIMITS } from "../src/handicap/handicap.ts";
import { games } from "../src/lib/stores/games.svelte.ts";
import { bars } from "../src/result/bars.ts";
import type { PlaceInfo, TableInfo } from "../src/wire.gen.ts";

const place = (id: number, name: string, more: Partial<PlaceInfo> = {}): PlaceInfo => ({ id, name, kind: "human", ...more });
const table = (places: PlaceInfo[], settings: Record<string, unknown> = {}): TableInfo =>
  ({ code: "bcdfgh", game: "push", options: {}, settings, public: false, locked: false, host: 0, places, least: 2, most: 6, spectators: 0, lives_until: 0 });

test("bars are as long as points and head start together", () => {
  const shown = bars({ reason: "x", ranks: [2, 1], scores: [40, 30] }, [], [0, 50]);
  expect(shown.map(({ seat, value, start, share }) => [seat, value, start, share])).toEqual([[1, 30, 50, 1], [0, 40, 0, 0.5]]);
});

test("by hand one goes on from what the table shows, and changes one number", () => {
  const before = table([place(0, "Zoé", { head_start: 4 }), place(1, "Max")], { head_starts: { hexa: { max: 300 }, push: { ada: 2 } } });
  expect(chosen(before)).toEqual({ hexa: { max: 300 }, push: { "zoé": 4 } });
  expect(chosen(before, "Max", 8)).toEqual({ hexa: { max: 300 }, push: { ada: 2, "zoé": 4, max: 8 } });
});

test("whoever only watches has none", () => {
  expect(fieldsOf(table([place(0, "Zoé"), place(1, "Max", { watches: true })])).map(({ name }) => name)).toEqual(["Zoé"]);
});

test("points are added in turns alone", () => {
  expect(games.of("push")).toBeUndefined();
  expect(inPoints("push", [8, 0])).toEqual([8, 0]);
  expect(inPoints("push", undefined)).toEqual([]);
  expect(LIMITS.hands.most).toBeLessThan(LIMITS.calls.most);
});
