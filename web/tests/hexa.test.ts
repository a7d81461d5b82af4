import { flushSync, mount, tick, unmount } from "svelte";
import { expect, test, vi } from "vitest";
import { catalogue } from "../build/words.ts";
import Board from "../src/games/hexa/Board.svelte";
import { HEXAGON, keyAct, newsOf, rowOf } from "../src/games/hexa/table.ts";
import { THINGS } from "../src/games/hexa/things.ts";
import { Teller } from "../src/lib/i18n/teller.ts";
import { words } from "../src/lib/i18n/words.svelte.ts";
import type { BoardOf, Loaded } from "../src/table/board.ts";
import BoardHost from "../src/table/BoardHost.svelte";
import type { HexaView } from "../src/wire.gen.ts";

const view: HexaView = {
  seat: 0,
  phase: "open",
  to_move: [0, 1],
  turner: 1,
  source: "neutral",
  rows: [["pink-car"], [], [], [], [], []],
  open: "brown-telephone",
  piles: [9, 8],
  neutral: [null],
  unseen: [],
  chips: [1, 0],
  out: [],
  tied: [],
  turned: 3,
  patience_s: 45,
  calm: null,
};
const LOADED = { Board, staged: true, voice: {} } as unknown as Loaded;
const CALLS = ["call 1", "call 2", "call 3", "call 4", "call 5", "call 6", "call impossible"];

function shown(changed: Partial<BoardOf<"hexa">> = {}, language = "en") {
  const [act, ask] = [vi.fn(), vi.fn(() => Promise.resolve({ t: "opinion" as const, q: 0 }))];
  const names = ["Zoé", "Bo"];
  const teller = new Teller(language, catalogue(language), "hexa", names, 0);
  const props: BoardOf<"hexa"> = {
    view, preview: { right_to_win: [9, 8], wrong_to_spare: [1, 2], stock: 11 }, legal: CALLS, seat: 0, names, act, ask, teller,
    motion: 0, pending: [], events: [], ...changed,
  };
  document.body.innerHTML = "";
  words.teller = teller;
  const board = mount(BoardHost, { target: document.body, props: { board: LOADED, given: props } });
  flushSync();
  return { act, ask, end: () => unmount(board), targets: [...document.querySelectorAll<HTMLElement>(".row, .impossible")] };
}

test("a row begins with what is printed at its side", () => {
  expect(rowOf([["pink-car"]], 0)).toEqual(["yellow-flower", "pink-car"]);
  expect(rowOf([], 5)).toEqual(["orange-cone"]);
});

test("every object of the deck is drawn", () => {
  const things = "flower die butterfly ball cup cone car telephone".split(" ");
  expect(Object.keys(THINGS)).toEqual(things);
  expect(HEXAGON.map((card) => card.split("-")[1])).toEqual(things.slice(0, 6));
});

test("keys are places, in both blocks", () => {
  expect(["Digit1", "Numpad6", "Digit0", "Numpad0", "Space"].map(keyAct)).toEqual(["call 1", "call 6", "call impossible", "call impossible", "turn"]);
  expect(["Digit7", "KeyL", "F1"].map(keyAct)).toEqual([null, null, null]);
});

test("the last word on a card is told until the next is turned", () => {
  const right = { event: "row-right", seat: 1, card: "pink-car", row: 2, to: null } as const;
  const turned = { event: "card-turned", seat: 1, card: "red-die", source: "own", to: null } as const;
  expect(newsOf([right])).toMatchObject({ kind: "right", row: 2, claim: "2", seats: [1] });
  expect(newsOf([right, turned])).toBeNull();
  expect(newsOf([])).toBeUndefined();
});

test("the finger going down calls, once a card", async () => {
  const { act, targets, end } = shown();
  targets[4]!.dispatchEvent(new PointerEvent("pointerdown", { button: 0, bubbles: true }));
  targets[4]!.dispatchEvent(new MouseEvent("click", { bubbles: true }));
  targets[0]!.dispatchEvent(new PointerEvent("pointerdown", { button: 0, bubbles: true }));
  await tick();
  expect(act.mock.calls).toEqual([["call 5"]]);
  expect(targets[4]!.getAttribute("aria-label")).toContain("You have called row 5");
  await end();
});

test("keys call from anywhere, and the space bar turns when it may", async () => {
  const { act, end } = shown();
  window.dispatchEvent(new KeyboardEvent("keydown", { code: "Digit0" }));
  window.dispatchEvent(new KeyboardEvent("keydown", { code: "Space", key: " " }));
  expect(act.mock.calls).toEqual([["call impossible"]]);
  await end();
  const turner = shown({ legal: ["turn"], view: { ...view, phase: "turn", open: "" } });
  window.dispatchEvent(new KeyboardEvent("keydown", { code: "Space", key: " " }));
  expect(turner.act.mock.calls).toEqual([["turn"]]);
  await turner.end();
});

test("with the focus on a row the space bar still turns, and calls nothing", async () => {
  const { act, ask, targets, end } = shown({ legal: ["turn"], view: { ...view, phase: "turn", open: "" } });
  targets[2]!.dispatchEvent(new KeyboardEvent("keydown", { code: "Space", key: " ", bubbles: true, cancelable: true }));
  expect(act.mock.calls).toEqual([["turn"]]);
  expect(ask).not.toHaveBeenCalled();
  await end();
});

test("what cannot be done now is asked about", async () => {
  const { act, ask, targets, end } = shown({ legal: [], view: { ...view, phase: "turn", open: "" } });
  targets[2]!.dispatchEvent(new PointerEvent("pointerdown", { button: 0, bubbles: true }));
  expect(act).not.toHaveBeenCalled();
  expect(ask).toHaveBeenCalledWith("call 3");
  await end();
});

test.each(["en", "fr"])("nothing tells which row fits (%s)", async (language) => {
  // The same rows with a card that fits everywhere and with one that fits nowhere: the targets are the same.
  const marks = () => [...document.querySelectorAll(".row, .impossible")].map((each) => each.outerHTML.replace(/tabindex="-?\d"/, ""));
  const rows = HEXAGON.map(() => ["pink-car"]);
  const one = shown({ view: { ...view, rows, open: "brown-telephone" } }, language);
  const fitting = marks();
  await one.end();
  const other = shown({ view: { ...view, rows, open: "pink-telephone" } }, language);
  expect(marks()).toEqual(fitting);
  await other.end();
});

const CALM = { order: [1, 0], chosen: [1], choice: "", window_s: 0 };

test("where the table has a limit in calm play, the seconds left are seen while a card is open", async () => {
  const limited = { ...view, calm: { ...CALM, window_s: 20 } };
  const whole = { until: null };
  for (const [shows, clock, seconds] of [
    [limited, whole, "20"],
    [limited, { until: performance.now() + 6_999 }, "7"],
    [limited, undefined, undefined],
    [{ ...view, calm: CALM }, whole, undefined],
    [{ ...limited, phase: "turn", open: "" }, whole, undefined],
  ] as const) {
    const { end } = shown({ legal: [...CALLS, "pass"], view: shows, ...(clock && { clock }) });
    await tick();
    expect(document.querySelector<HTMLElement>("[data-seconds]")?.dataset["seconds"]).toBe(seconds);
    await end();
  }
});

test("in calm play one may pass, sees the order, and who has chosen", async () => {
  const { act, end } = shown({ legal: [...CALLS, "pass"], view: { ...view, calm: CALM } });
  const seats = [...document.querySelectorAll(".out-of-sight")].map(({ textContent }) => textContent).join("|");
  expect(seats).toContain("number 1 in the order, has chosen");
  expect(seats).toContain("number 2 in the order");
  document.querySelector<HTMLElement>('[data-part="pass"]')!.dispatchEvent(new PointerEvent("pointerdown", { button: 0, bubbles: true }));
  expect(act.mock.calls).toEqual([["pass"]]);
  await end();
});

test("what one has chosen is marked, as the table tells it, and no choice is taken back", async () => {
  const { act, ask, targets, end } = shown({ legal: [], view: { ...view, to_move: [1], calm: { ...CALM, chosen: [0], choice: "call 3" } } });
  expect(targets[2]!.getAttribute("aria-label")).toContain("You have called row 3");
  window.dispatchEvent(new KeyboardEvent("keydown", { code: "Digit9" }));
  expect(act).not.toHaveBeenCalled();
  expect(ask).toHaveBeenCalledWith("pass");
  await end();
});

test("in a race nobody passes", async () => {
  const { act, ask, end } = shown();
  window.dispatchEvent(new KeyboardEvent("keydown", { code: "Digit9" }));
  expect(document.querySelector('[data-part="pass"]')).toBeNull();
  expect(act).not.toHaveBeenCalled();
  expect(ask).not.toHaveBeenCalled();
  await end();
});

test("choices are shown until the next card is turned", () => {
  const shownToAll = { event: "choices-shown", seats: [1, 0], choices: ["pass", "2"], to: null } as const;
  const right = { event: "row-right", seat: 0, card: "pink-car", row: 2, to: null } as const;
  expect(newsOf([shownToAll, right])).toMatchObject({ kind: "right", choices: { 0: "2", 1: "pass" } });
});
