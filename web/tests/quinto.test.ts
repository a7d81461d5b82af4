import { expect, test, vi } from "vitest";
import { catalogue } from "../build/words.ts";
import { actOn, NOTHING, offerOn, pickCard, pickPlace, twinsOf } from "../src/games/quinto/lays.ts";
import { tellUnwritable } from "../src/games/quinto/moments.ts";
import { nearestSpot } from "../src/games/quinto/nearest.ts";
import { cellAt, COLUMNS, freeColumn, rowOf, ROWS, valueOf } from "../src/games/quinto/sheet.ts";
import voice from "../src/games/quinto/voice.ts";
import { Teller } from "../src/lib/i18n/teller.ts";
import type { BoardOf } from "../src/table/board.ts";

const legal = ["lay O4 a", "lay O4 b", "lay Y4 a", "lay Y4 b", "lay X1 a", "lay O4 a Y4 b", "lay O4 b Y4 a", "lay Y4 a O4 b"];

test("the sheet is the printed one (QUIN-03, QUIN-04)", () => {
  const cells = ROWS.flatMap((row) => COLUMNS.map((column) => cellAt(row, column)));
  const names = (kind: string) => cells.filter((cell) => cell.kind === kind).map((cell) => cell.name);
  expect(names("blank")).toEqual(["o6", "y7", "p5"]);
  expect(names("bonus")).toEqual(["o4", "o8", "y9", "p3", "p10"]);
  for (const row of ROWS) {
    const own = cells.filter((cell) => cell.name.startsWith(row[0]!) && (cell.kind === "cell" || cell.kind === "bonus"));
    expect(own).toHaveLength(9);
    expect(own.every((cell) => rowOf(cell.name) === row)).toBe(true);
  }
});

test("a minus is a minus", () => {
  expect([valueOf("X-2"), valueOf("O4")]).toEqual(["−2", "4"]);
});

test("a card without a twin is laid by picking its place", () => {
  const picked = pickCard(NOTHING, "X1", legal);
  expect(twinsOf(legal, "X1")).toEqual([]);
  expect(pickPlace(picked, "a", legal)).toEqual({ act: "lay X1 a" });
  expect(pickCard(picked, "X1", legal)).toEqual(NOTHING);
});

test("of two of one value the first waits for the second (QUIN-15)", () => {
  const picked = pickCard(NOTHING, "O4", legal);
  expect(twinsOf(legal, "O4")).toEqual(["Y4"]);
  const next = pickPlace(picked, "a", legal);
  expect(next).toEqual({ picked: { card: "Y4", first: { card: "O4", place: "a" } } });
  const both = "picked" in next ? next.picked : NOTHING;
  expect(pickPlace(both, "b", legal)).toEqual({ act: "lay O4 a Y4 b" });
  expect(pickPlace(both, "d", legal)).toEqual({ act: "lay O4 a Y4 d" }); // not allowed: the table says why
  expect(pickCard(both, "X1", legal)).toEqual({ card: "X1" });
  expect(pickCard(both, "Y4", legal)).toEqual(both);
});

test("each place tells what it would give", () => {
  const lays = [{ act: "lay O4 a", sum: 9, colours: ["orange"], cells: 3 }];
  expect(offerOn({ lays, writes: [] }, { card: "O4" }, "a")?.sum).toBe(9);
  expect(offerOn({ lays, writes: [] }, { card: "O4" }, "b")).toBeUndefined();
  expect(offerOn({ lays, writes: [] }, NOTHING, "a")).toBeUndefined();
  expect(actOn({ card: "Y4", first: { card: "O4", place: "a" } }, "b")).toBe("lay O4 a Y4 b");
});

const board = (announced: { sum: number; colours: string[] } | null, acts: string[], choice = ""): BoardOf<"quinto"> => ({
  view: {
    seat: 0,
    phase: announced ? "write" : "turn",
    to_move: announced ? [1] : [0],
    active: 0,
    hand: ["O4", "Y4", "X1"],
    hands: [3, 3],
    grid: { a: "O5", b: "P0", c: "X3", d: "Y-2" },
    covered: [],
    pile: 20,
    unseen: [],
    shuffled: [],
    announced,
    counted: [],
    chosen: [],
    choice,
    sheets: [{}, {}],
    misses: [0, 0],
    scores: [0, 0],
    tallies: [],
  },
  preview: { lays: [], writes: [] },
  legal: acts,
  seat: 0,
  names: ["Zoé", "Ada"],
  act: () => undefined,
  ask: () => Promise.reject(new Error("nobody asks here")),
  teller: new Teller("en", catalogue("en"), "quinto", ["Zoé", "Ada"], 0),
  motion: 0,
  pending: [],
  events: [],
});

test("the status says what may be done, in few words", () => {
  const nine = { sum: 9, colours: ["orange", "purple"] };
  expect(voice.status(board(null, legal))).toBe("lay a card, or a pair");
  expect(voice.status(board(nine, ["write o3", "pass"]))).toBe("in orange or purple");
  expect(voice.status(board({ sum: 9, colours: ["grey"] }, ["write o3", "pass"]))).toBe("in the grey row");
  expect(voice.status(board(nine, ["pass"]))).toBe("No cell takes 9");
  expect(voice.status(board(nine, [], "o3"))).toBe("Waiting for Ada.");
  expect(voice.status(board(null, []))).toBeNull();
  expect(voice.pill(board(nine, ["write o3", "pass"]))).toBe("Write 9");
  expect(voice.pill(board(nine, ["pass"]))).toBeNull();
  expect(voice.pill(board(null, legal))).toBeUndefined();
});

test("why nothing could be written is said in one line, once (QUIN-19)", () => {
  const explain = vi.fn();
  const sum = (writable: boolean) => ({ event: "sum-announced" as const, seat: 0, sum: 0, colours: [], writable, to: null });
  const teller = new Teller("fr", catalogue("fr"), "quinto");
  tellUnwritable([sum(true), sum(false)], { teller, explain });
  expect(explain.mock.calls).toEqual([[teller.own("refusal.nothing-to-write"), "QUIN-19"]]);
});

test("a touch between cells takes the nearest that can be written in", () => {
  const box = (left: number, top: number) => ({ left, right: left + 30, top, bottom: top + 40 });
  const open = [{ cell: "o7", box: box(180, 0) }, { cell: "y9", box: box(240, 40) }];
  expect(nearestSpot(open, 195, 20)).toBe("o7");
  expect(nearestSpot(open, 222, 30)).toBe("o7");
  expect(nearestSpot(open, 236, 60)).toBe("y9");
  expect(nearestSpot(open, 20, 60)).toBeNull();
});

test("the shape of a row stands where it has no cell", () => {
  expect(ROWS.map(freeColumn)).toEqual([2, 1, 11]);
});

test("the ask keys are answered", () => {
  expect(voice.hand(board(null, []))).toBe("Your hand: orange 4, yellow 4 and grey 1.");
  expect(voice.piles(board(null, []))).toContain("bottom right: yellow −2");
});
