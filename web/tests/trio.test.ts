import { mount, tick, unmount } from "svelte";
import { expect, test, vi } from "vitest";
import { catalogue } from "../build/words.ts";
import Board from "../src/games/trio/Board.svelte";
import { SYMBOLS } from "../src/games/trio/symbols.ts";
import { accusationsIn, comeBack, effectsIn, keyMeans, laysIn, places, topsOf, whyStopped } from "../src/games/trio/table.ts";
import { Teller } from "../src/lib/i18n/teller.ts";
import { words } from "../src/lib/i18n/words.svelte.ts";
import { Updates } from "../src/lib/stores/updates.ts";
import type { BoardOf, Loaded } from "../src/table/board.ts";
import BoardHost from "../src/table/BoardHost.svelte";
import type { TrioEvent, TrioView } from "../src/wire.gen.ts";

const hand = ["1-red-sun", "2-blue-moon", "3-green-leaf"];
const view: TrioView = {
  seat: 0,
  phase: "running",
  to_move: [0, 1],
  centre: { same: ["4-red-sun"], step: ["3-yellow-star"], different: ["1-blue-drop", "5-orange-bolt"] },
  laid_by: { same: -1, step: -1, different: 1 },
  accusable: { same: false, step: false, different: true },
  accusable_below: { same: [], step: [], different: [] },
  hand,
  knows: {},
  hands: [3, 3],
  stacks: [10, 9],
  stopped: false,
  resumes: -1,
  last: -1,
  last_pile: "",
  round: 1,
  rounds: 0,
  totals: [],
  referee: false,
  refill: "one",
  calm: null,
};
const LOADED = { Board, staged: true, voice: {} } as unknown as Loaded;
const LEGAL = [...hand.flatMap((card) => ["same", "step", "different"].map((pile) => `lay ${card} ${pile}`)), "fault different"];
const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));

/** `happened`: what is told once the board is there. */
async function shown(changed: Partial<BoardOf<"trio">> = {}, happened: readonly TrioEvent[] = []) {
  const [act, ask] = [vi.fn(), vi.fn(() => Promise.resolve({ t: "opinion" as const, q: 0 }))];
  const names = ["Zoé", "Bo"];
  const teller = new Teller("en", catalogue("en"), "trio", names, 0);
  const updates = new Updates<TrioEvent>();
  const props: BoardOf<"trio"> = {
    view, preview: { left: [13, 12] }, legal: LEGAL, seat: 0, names, act, ask, teller, motion: 0, pending: [], events: [], onUpdate: updates.listen, ...changed,
  };
  document.body.innerHTML = "";
  words.teller = teller;
  const board = mount(BoardHost, { target: document.body, props: { board: LOADED, given: props } });
  await tick();
  updates.tell(happened);
  await tick();
  await frame();
  const all = (selector: string) => [...document.querySelectorAll<HTMLElement>(selector)];
  return { act, ask, end: () => unmount(board), piles: all(".pile"), faults: all(".fault"), cards: all(".hand button") };
}

const down = (target: HTMLElement) => target.dispatchEvent(new PointerEvent("pointerdown", { button: 0, bubbles: true }));
const key = (code: string) => window.dispatchEvent(new KeyboardEvent("keydown", { code }));

test("cards keep their place while others come and go", () => {
  expect(places([], ["a", "b", "c"])).toEqual(["a", "b", "c"]);
  expect(places(["a", "b", "c"], ["b", "c"])).toEqual(["", "b", "c"]);
  expect(places(["a", "b", "c"], ["b", "c", "d"])).toEqual(["d", "b", "c"]);
  expect(places(["", "b", ""], [])).toEqual(["", "", ""]);
});

test("a card under way lies on top, and comes back when the table says no", () => {
  const lays = laysIn(["lay 1-red-sun step on 2-blue-moon", "fault same", "lay 2-red-sun step"]);
  expect(lays).toEqual([{ card: "1-red-sun", pile: "step" }, { card: "2-red-sun", pile: "step" }]);
  expect(topsOf(view.centre, lays)).toEqual({ same: "4-red-sun", step: "2-red-sun", different: "5-orange-bolt" });
  expect(comeBack(lays, [lays[1]!], ["1-red-sun", "2-red-sun"])).toEqual(["1-red-sun"]);
  expect(comeBack(lays, [lays[1]!], ["2-red-sun"])).toEqual([]);
});

test("keys are places, and leave the shell its letters", () => {
  expect(keyMeans("Digit2")).toEqual({ hand: 1 });
  expect(["KeyU", "KeyI", "KeyO", "Numpad6"].map(keyMeans)).toEqual([{ lay: "same" }, { lay: "step" }, { lay: "different" }, { lay: "different" }]);
  expect(["Digit9", "Numpad7"].map(keyMeans)).toEqual([{ fault: "different" }, { fault: "same" }]);
  for (const letter of "LHTSPW") expect(keyMeans(`Key${letter}`)).toBeNull();
});

test("why play stopped is told until it goes on", () => {
  const wrong = { event: "fault-disproved", seat: 0, accused: 1, card: "1-red-sun", pile: "same", to: null } as const;
  expect(whyStopped([wrong])).toBe(wrong);
  expect(whyStopped([wrong, { event: "play-resumed", seat: 0, to: null }])).toBeNull();
  expect(whyStopped([])).toBeUndefined();
});

test("every symbol is drawn", () => {
  expect(Object.keys(SYMBOLS)).toEqual(["sun", "moon", "star", "leaf", "drop", "bolt"]);
});

test("tap a card, tap a pile: it is laid against the top that was seen", async () => {
  const { act, cards, piles, end } = await shown();
  down(cards[1]!);
  await tick();
  expect(piles[1]!.getAttribute("aria-label")).toContain("Lay the blue moon 2 on Step");
  down(piles[1]!);
  expect(act.mock.calls).toEqual([["lay 2-blue-moon step on 3-yellow-star"]]);
  await end();
});

test("a card may be laid on one's own card that is still under way", async () => {
  const { act, cards, end } = await shown({ pending: ["lay 2-blue-moon step on 3-yellow-star"] });
  expect(cards[1]!.getAttribute("aria-disabled")).toBe("true");
  key("Digit1");
  await tick();
  key("KeyI");
  expect(act.mock.calls).toEqual([["lay 1-red-sun step on 2-blue-moon"]]);
  await end();
});

test("a fault names the card that is meant; where nobody can be accused it asks why", async () => {
  const { act, ask, faults, end } = await shown();
  down(faults[2]!);
  down(faults[0]!);
  expect(act.mock.calls).toEqual([["fault different on 5-orange-bolt"]]);
  expect(ask).toHaveBeenCalledWith("fault same");
  await end();
});

test("play stops: who may, gives the signal", async () => {
  const stopped = { ...view, phase: "signal" as const, stopped: true, resumes: 0 };
  const { act, ask, cards, piles, end } = await shown({ view: stopped, legal: ["go"] });
  key("Space");
  down(cards[0]!);
  await tick();
  down(piles[0]!);
  expect(act.mock.calls).toEqual([["go"]]);
  expect(ask).toHaveBeenCalledWith("lay 1-red-sun same");
  await end();
});

test("what fits is outlined by the referee alone", async () => {
  const open = await shown();
  down(open.cards[0]!);
  await tick();
  expect(document.querySelector(".fits")).toBeNull();
  await open.end();
  const judged = await shown({ view: { ...view, referee: true }, legal: ["lay 1-red-sun same"] });
  expect(judged.faults).toEqual([]);
  down(judged.cards[0]!);
  await tick();
  expect(judged.piles.map((pile) => pile.classList.contains("fits"))).toEqual([true, false, false]);
  await judged.end();
});

test("a card that its own player has covered is accused by its name (TRIO-14)", async () => {
  const covered = { centre: { ...view.centre, different: ["1-blue-drop", "2-blue-sun", "5-orange-bolt"] }, accusable_below: { ...view.accusable_below, different: ["2-blue-sun"] } };
  const { act, end } = await shown({ view: { ...view, ...covered }, legal: [...LEGAL, "fault different on 2-blue-sun"] });
  const button = document.querySelector<HTMLElement>(".covered")!;
  expect(button.getAttribute("aria-label")).toContain("blue sun 2");
  down(button);
  key("Digit6");
  expect(act.mock.calls).toEqual([["fault different on 2-blue-sun"], ["fault different on 2-blue-sun"]]);
  await end();
});

test("of several covered cards each can be accused: they are laid out first (TRIO-14)", async () => {
  const below = ["2-blue-sun", "3-red-leaf"];
  const covered = { centre: { ...view.centre, different: ["1-blue-drop", "3-red-leaf", "2-blue-sun", "5-orange-bolt"] }, accusable_below: { ...view.accusable_below, different: below } };
  const { act, end } = await shown({ view: { ...view, ...covered }, legal: [...LEGAL, ...below.map((card) => `fault different on ${card}`)] });
  down(document.querySelector<HTMLElement>(".covered")!);
  await tick();
  expect(act).not.toHaveBeenCalled();
  down(document.querySelectorAll<HTMLElement>("[data-choice]")[1]!);
  await tick();
  expect(act.mock.calls).toEqual([["fault different on 3-red-leaf"]]);
  expect(document.querySelector("[data-choice]")).toBeNull();
  key("Digit6");
  await tick();
  await tick();
  expect(document.activeElement?.getAttribute("aria-label")).toContain("blue sun 2");
  await end();
});

test("what a called card lay on is seen beside it, whether it has gone or stays", () => {
  const proved = { event: "fault-proved", seat: 0, culprit: 1, card: "2-blue-sun", pile: "step", to: null } as const;
  expect(accusationsIn([proved], {}, { step: ["4-red-sun"] })).toMatchObject([{ below: "4-red-sun", by: 1, proved: true }]);
  expect(accusationsIn([proved], {}, { step: ["4-red-sun", "2-blue-sun", "3-red-moon"] })).toMatchObject([{ below: "4-red-sun" }]);
  expect(accusationsIn([], {}, {})).toEqual([]);
});

const CALM = { order: [1, 0], chosen: [1], choice: "", number: 0, window_s: 0 };
const told = () => [...document.querySelectorAll(".out-of-sight")].map(({ textContent }) => textContent).join("|");

test("in calm play one may pass, sees the order, and who has chosen", async () => {
  const { act, end } = await shown({ legal: [...LEGAL, "pass"], view: { ...view, calm: CALM } });
  expect(told()).toContain("number 1 in the order, has chosen");
  expect(told()).toContain("number 2 in the order");
  down(document.querySelector<HTMLElement>('[data-part="pass"]')!);
  key("Digit0");
  expect(act.mock.calls).toEqual([["pass"], ["pass"]]);
  await end();
});

test("what one has chosen is marked, as the table tells it, and no choice is taken back (TRIO-C2)", async () => {
  const chosen = { ...view, to_move: [1], calm: { ...CALM, chosen: [0], choice: "lay 2-blue-moon step on 3-yellow-star" } };
  const { act, ask, cards, piles, end } = await shown({ legal: [], view: chosen });
  expect(piles[1]!.getAttribute("aria-label")).toContain("blue moon 2, your choice");
  expect([...cards, ...piles].map((each) => each.getAttribute("aria-disabled"))).toEqual(Array(6).fill("true"));
  key("Digit0");
  key("Digit9");
  expect(act).not.toHaveBeenCalled();
  expect(ask.mock.calls).toEqual([["pass"], ["fault different"]]);
  await end();
});

test("one choice is under way: no second one is sent in calm play", async () => {
  const { act, end } = await shown({ legal: [...LEGAL, "pass"], view: { ...view, calm: CALM }, pending: ["fault different on 5-orange-bolt"] });
  key("Digit0");
  key("Digit1");
  await tick();
  key("KeyI");
  expect(act).not.toHaveBeenCalled();
  await end();
});

test("in a race nobody passes", async () => {
  const { act, ask, end } = await shown();
  key("Digit0");
  expect(document.querySelector('[data-part="pass"]')).toBeNull();
  expect([act, ask].flatMap(({ mock }) => mock.calls)).toEqual([]);
  await end();
});

test("what came of everybody's choice is told at their seats until the next window", async () => {
  const events = [{ event: "passed", seat: 1, to: null }, { event: "card-came-back", seat: 0, pile: "step", to: null }] as const;
  expect([...effectsIn(events).keys()]).toEqual([1, 0]);
  const { end } = await shown({ legal: [...LEGAL, "pass"], view: { ...view, calm: { ...CALM, chosen: [], number: 1 } } }, events);
  expect(told()).toContain("Bo passes.");
  await end();
});

test("in calm play every accused card is shown on what it lay on, one after another, whatever came between", async () => {
  const proved = { event: "fault-proved", seat: 0, culprit: 1, card: "2-blue-sun", pile: "step", to: null } as const;
  const back = { event: "card-returned", seat: 1, card: "2-blue-sun", pile: "step", to: null } as const;
  const lays = { event: "card-laid", seat: 1, card: "3-red-moon", pile: "step", to: null } as const;
  const disproved = { event: "fault-disproved", seat: 0, accused: 1, card: "3-red-moon", pile: "step", to: null } as const;
  const events = [proved, back, lays, disproved];
  const before = { step: ["4-red-sun", "2-blue-sun"] };
  const after = { step: ["4-red-sun", "3-red-moon"] };
  const called = accusationsIn(events, before, after);
  expect(called).toMatchObject([{ card: "2-blue-sun", below: "4-red-sun", proved: true }, { card: "3-red-moon", below: "4-red-sun", proved: false }]);
  const { end } = await shown({ view: { ...view, calm: { ...CALM, chosen: [], number: 1 } } }, events);
  const overlays = [...document.querySelectorAll<HTMLElement>(".fault[aria-hidden]")];
  expect(overlays.map((each) => each.style.getPropertyValue("--after"))).toEqual(["0ms", "900ms"]);
  await end();
});
