import { expect, test } from "vitest";
import { catalogue } from "../build/words.ts";
import voice from "../src/games/push/voice.ts";
import { colourOf, percent, stacksOf, worth } from "../src/games/push/reading.ts";
import { laid, stripOf } from "../src/games/push/strip.ts";
import { Teller } from "../src/lib/i18n/teller.ts";
import type { BoardOf } from "../src/table/board.ts";
import { roomOf } from "../src/table/stage.ts";

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
  lanes: 3,
};
const board = (changes: Partial<typeof view>, legal: string[], language = "en"): BoardOf<"push"> => ({
  view: { ...view, ...changes },
  preview: { bust: [3, 40], columns: [{ worth: 3, die: true, risks: [] }, { worth: 4, die: false, risks: [] }], sharers: [2, 3, 0] },
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
  const [green, yellow, , , purple] = stacksOf(zone);
  expect(green).toEqual({ colour: "green", cards: ["G5", "G5", "G3"], shown: [3, 5, 5], open: 13, safe: 1 });
  expect(yellow).toMatchObject({ shown: [], open: 0, safe: 0 });
  expect(purple).toMatchObject({ shown: [], safe: 6 });
});

const ROOMS = [[360, 560], [390, 664], [390, 844], [1280, 650], [1440, 900], [3840, 2160]] as const;

test.each(ROOMS)("every value of a stack is seen, %i x %i", (width, height) => {
  const strip = stripOf(roomOf(width, height, 2));
  for (let count = 1; count <= 9; count++) {
    const { card, at } = laid(count, strip);
    for (const [left, top] of at) {
      expect(left).toBeGreaterThanOrEqual(-0.1);
      expect(left + card).toBeLessThanOrEqual(strip.wide + 0.1);
      // The index takes the upper quarter of a card.
      expect(top + card * 1.4 * 0.24).toBeLessThanOrEqual(strip.high - strip.plate + 0.1);
    }
  }
});

test("small readings", () => {
  expect([percent(3, 40), percent(0, 0)]).toEqual([8, 0]);
});

test("the status says what may be done", () => {
  const said = (changes: Partial<typeof view>, legal: string[]) => voice.status(board(changes, legal));
  expect(said({}, [])).toBeNull();
  expect(said({ columns: [] }, ["draw", "protect red"])).toBe("draw or protect");
  expect(said({}, ["draw", "take 1"])).toBe("draw or take");
  expect(said({}, ["take 1"])).toBe("no cards left: take");
  expect(said({ phase: "place", drawn: "B4" }, ["place 1"])).toBe("where does blue 4 go?");
  expect(said({ phase: "share" }, ["take 1"])).toBe("take a column");
});

test.each(["en", "fr"])("the ask keys are answered, %s", (language) => {
  const given = board({ drawn: "Y2", phase: "place" }, ["place 1"], language);
  expect(voice.hand(given)).toContain(given.teller.own("board.say-place", { card: "Y2" }));
  expect(voice.piles(given)).toContain(given.teller.card("R4"));
  expect(voice.piles(given)).toContain("3/40");
  // Of the digits the help tells, too.
  expect(voice.keys(given).map(([key]) => key)).toEqual(["1 2 3", "0"]);
});

test("a table that wants no odds hears none", () => {
  const [shown, hidden] = [board({}, ["draw"]), { ...board({}, ["draw"]), odds: false }].map((each) => voice.piles(each));
  expect(shown).toContain("3/40");
  expect(hidden).not.toContain("3/40");
});
