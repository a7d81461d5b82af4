import { expect, test } from "vitest";
import { catalogue } from "../build/words.ts";
import voice from "../src/games/push/voice.ts";
import { around, colourOf, percent, pilesOf, risksOf, worth } from "../src/games/push/reading.ts";
import { Teller } from "../src/lib/i18n/teller.ts";
import type { BoardOf } from "../src/table/board.ts";

const zone = { shown: ["G5", "G3", "G5", "R2"], protected: ["G1", "P6"] };
const view: BoardOf<"push">["view"] = {
  seat: 1,
  phase: "turn",
  to_move: [1],
  active: 1,
  chooser: -1,
  pile: 40,
  left: {},
  columns: [["G3", "D"], ["R4"]],
  drawn: "",
  switches: 0,
  zones: [zone, zone, zone, zone],
  scores: [22, 22, 22, 22],
  risk: false,
};
const board = (changes: Partial<typeof view>, legal: string[], language = "en"): BoardOf<"push"> => ({
  view: { ...view, ...changes },
  preview: { bust: [3, 40], columns: [{ worth: 3, die: true }, { worth: 4, die: false }], sharers: [2, 3, 0] },
  legal,
  seat: 1,
  names: ["Ada", "Zoé", "Bo", "Max"],
  act: () => undefined,
  ask: () => Promise.reject(new Error("nobody asks here")),
  teller: new Teller(language, catalogue(language), "push", ["Ada", "Zoé", "Bo", "Max"], 1),
  motion: 0,
  pending: [],
  events: [],
});

test("Dice and Switch cards have neither colour nor worth (PUSH-13)", () => {
  expect(["D", "S", "B6"].map(colourOf)).toEqual([null, null, "blue"]);
  expect(worth(["D", "S", "B6", "Y1"])).toBe(7);
});

test("a zone by colour, face up and protected (PUSH-17, PUSH-32)", () => {
  const [green, yellow, , , purple] = pilesOf(zone);
  expect(green).toEqual({ colour: "green", shown: [3, 5, 5], values: [[3, 1], [5, 2]], open: 13, safe: 1, safeCards: 1 });
  expect(yellow).toMatchObject({ shown: [], open: 0, safe: 0 });
  expect(purple).toMatchObject({ shown: [], safe: 6 });
});

test("the die would cost what lies open, with what is taken (PUSH-18), and a star all of it with the option (PUSH-38)", () => {
  expect(risksOf(zone, ["R4", "B1", "D"], false)).toEqual([
    { face: "green", points: 13 },
    { face: "red", points: 6 },
    { face: "blue", points: 1 },
  ]);
  expect(risksOf(zone, ["D"], true).at(-1)).toEqual({ face: "star", points: 15 });
});

test("small readings", () => {
  expect(around(4, 3)).toEqual([3, 0, 1, 2]);
  expect([percent(3, 40), percent(0, 0)]).toEqual([8, 0]);
});

test("the status says what may be done", () => {
  const said = (changes: Partial<typeof view>, legal: string[]) => voice.status(board(changes, legal));
  expect(said({}, [])).toBeNull();
  expect(said({ columns: [] }, ["draw", "protect red"])).toBe("Your turn: draw or protect.");
  expect(said({}, ["draw", "take 1"])).toBe("Draw again, or take a column.");
  expect(said({}, ["take 1"])).toBe("The pile is empty: take a column.");
  expect(said({ phase: "place", drawn: "B4" }, ["place 1"])).toBe("Where does blue 4 go?");
  expect(said({ phase: "share" }, ["take 1"])).toBe("Take a column.");
});

test.each(["en", "fr"])("the ask keys are answered, %s", (language) => {
  const given = board({ drawn: "Y2", phase: "place" }, ["place 1"], language);
  expect(voice.hand(given)).toContain(given.teller.own("ask.place", { card: "Y2" }));
  expect(voice.piles(given)).toContain(given.teller.card("R4"));
  expect(voice.piles(given)).toContain("3/40");
});

test("a table that wants no odds hears none", () => {
  const [shown, hidden] = [board({}, ["draw"]), { ...board({}, ["draw"]), odds: false }].map((each) => voice.piles(each));
  expect(shown).toContain("3/40");
  expect(hidden).not.toContain("3/40");
});
