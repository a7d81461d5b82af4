import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Flights } from "../src/lib/motion/flights.ts";

/** What flew, as "card from>to". */
let flown: string[] = [];
let flights: Flights;

vi.mock("../src/lib/motion/paths.ts", () => ({
  asCard: (box: DOMRect) => box,
  fly: (node: HTMLElement, from: DOMRect, to: DOMRect, { turns = false, inPlace = false }) => flown.push(`${node.textContent} ${from.left}>${to.left}${turns ? " turns" : ""}${inPlace ? " in place" : ""}`),
  glow: (node: HTMLElement) => flown.push(`${node.textContent} glows`),
}));

beforeEach(() => {
  flown = [];
  flights = new Flights();
});
afterEach(() => {
  document.body.innerHTML = "";
});

function at(left: number, text = ""): HTMLElement {
  const node = document.createElement("div");
  node.textContent = text;
  vi.spyOn(node, "getBoundingClientRect").mockReturnValue(new DOMRect(left, 0, 20, 28));
  document.body.append(node);
  return node;
}

test("a card that is drawn elsewhere comes from where its twin was, not from another card of its name that stays", () => {
  flights.join(at(10, "stays"), { card: "G5" });
  const leave = flights.join(at(100, "leaves"), { card: "G5" });
  flights.before();
  leave();
  flights.join(at(300, "comes"), { card: "G5" });
  flights.after(240);
  expect(flown).toEqual(["comes 100>300"]);
});

test("a new card comes from its spot, and one that is gone goes to its own", () => {
  flights.mark(at(0), "pile");
  flights.mark(at(500), "seat-1");
  const leave = flights.join(at(100, "taken"), { card: "R2", to: () => "seat-1" });
  flights.before();
  leave();
  flights.join(at(40, "turned"), { card: "B6", from: "pile", turn: true });
  flights.join(at(60, "dealt"), { card: "Y1" });
  flights.after(240);
  expect(flown).toEqual(["turned 0>40 turns", "taken 100>500"]);
});

test("what has not moved stays, and without motion a card only glows up", () => {
  const node = at(10, "still");
  flights.join(node, { card: "G5" });
  flights.before();
  flights.after(240);
  expect(flown).toEqual([]);
  flights.before();
  vi.spyOn(node, "getBoundingClientRect").mockReturnValue(new DOMRect(90, 0, 20, 28));
  flights.after(0);
  expect(flown).toEqual(["still glows"]);
});

test("what has flown once does not fly again before something changes", () => {
  flights.mark(at(0), "person-0");
  flights.join(at(40, "in the hand"), { card: "B6", from: "person-0", turn: true });
  flights.before();
  flights.after(120);
  flights.after(120);
  expect(flown).toEqual([]);
});

test("whoever is more than 400 ms behind sees it as it is", () => {
  const now = vi.spyOn(performance, "now").mockReturnValue(1000);
  const node = at(10, "late");
  flights.join(node, { card: "G5" });
  flights.before();
  vi.spyOn(node, "getBoundingClientRect").mockReturnValue(new DOMRect(90, 0, 20, 28));
  now.mockReturnValue(1500);
  flights.after(240);
  expect(flown).toEqual([]);
  now.mockRestore();
});

test("a card that is put away is turned over on its way there, too", () => {
  flights.mark(at(500), "safe");
  const leave = flights.join(at(100, "safe now"), { card: "R2", to: "safe", turn: true });
  flights.before();
  leave();
  flights.after(240);
  expect(flown).toEqual(["safe now 100>500 turns"]);
});

test("a card that is turned over where it lies is seen turning, and what is pushed aside moves itself", () => {
  flights.mark(at(40), "pile");
  const aside = at(10, "aside");
  flights.join(aside, { card: "G5" });
  flights.before();
  vi.spyOn(aside, "getBoundingClientRect").mockReturnValue(new DOMRect(90, 0, 20, 28));
  flights.join(at(40, "turned"), { card: "B6", from: "pile", turn: true });
  flights.after(240);
  expect(flown).toEqual(["aside 10>90 in place", "turned 40>40 turns"]);
});
