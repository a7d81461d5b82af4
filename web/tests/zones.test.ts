import { afterEach, expect, test, vi } from "vitest";
import { draggable } from "../src/lib/cards/drag.ts";
import { settings } from "../src/lib/stores/settings.svelte.ts";
import { press } from "../src/lib/ui/press.ts";
import { nearest, roving } from "../src/lib/ui/roving.ts";
import { readdirSync, readFileSync } from "node:fs";
import { catalogue, LANGUAGES } from "../build/words.ts";

afterEach(() => {
  document.body.innerHTML = "";
  vi.restoreAllMocks();
});

const box = (left: number, top: number) => ({ left, top, width: 10, height: 10 });

test("an arrow goes to what lies that way, straight ahead before aside", () => {
  const boxes = [box(0, 0), box(20, 0), box(20, 20), box(100, 0)];
  expect(nearest(boxes[0]!, boxes, [1, 0])).toBe(1);
  expect(nearest(boxes[1]!, boxes, [0, 1])).toBe(2);
  expect(nearest(boxes[1]!, boxes, [1, 0])).toBe(3);
  expect(nearest(boxes[0]!, boxes, [-1, 0])).toBe(-1);
});

test("Tab comes to a zone once; the arrows, Home and End go about in it", () => {
  document.body.innerHTML = `<div id="zone"><button>a</button><button>b</button><button>c</button></div>`;
  const zone = document.querySelector<HTMLElement>("#zone")!;
  const buttons = [...zone.querySelectorAll("button")];
  for (const [at, button] of buttons.entries())
    vi.spyOn(button, "getBoundingClientRect").mockReturnValue(new DOMRect(at * 20, 0, 10, 10));
  const leave = roving()(zone);
  expect(buttons.map((each) => each.tabIndex)).toEqual([0, -1, -1]);
  const type = (key: string) => document.activeElement!.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
  buttons[0]!.focus();
  type("ArrowRight");
  expect(document.activeElement).toBe(buttons[1]);
  expect(buttons.map((each) => each.tabIndex)).toEqual([-1, 0, -1]);
  type("End");
  expect(document.activeElement).toBe(buttons[2]);
  type("ArrowRight");
  expect(document.activeElement).toBe(buttons[2]);
  type("Home");
  expect(document.activeElement).toBe(buttons[0]);
  leave?.();
});

test("what takes the place of what had the focus gets it", async () => {
  document.body.innerHTML = `<div id="zone"><button>a</button><button>b</button><button>c</button></div><button id="out"></button>`;
  const zone = document.querySelector<HTMLElement>("#zone")!;
  const buttons = [...zone.querySelectorAll("button")];
  const leave = roving()(zone);
  const changed = () => new Promise((resolve) => setTimeout(resolve));
  buttons[1]!.focus();
  buttons[1]!.remove();
  await changed();
  expect(document.activeElement).toBe(buttons[2]);
  document.querySelector<HTMLElement>("#out")!.focus();
  buttons[2]!.remove();
  await changed();
  expect(document.activeElement?.id).toBe("out");
  expect(buttons[0]!.tabIndex).toBe(0);
  leave?.();
});

test("in a race the press acts, or the release where somebody wants that; each once", () => {
  document.body.innerHTML = `<button></button>`;
  const button = document.querySelector("button")!;
  const acted = vi.fn();
  const leave = press(acted)(button);
  const touch = () => {
    button.dispatchEvent(new PointerEvent("pointerdown", { button: 0, bubbles: true }));
    const down = acted.mock.calls.length;
    button.click();
    return [down, acted.mock.calls.length];
  };
  expect(touch()).toEqual([1, 1]);
  settings.pressActs = false;
  expect(touch()).toEqual([1, 2]);
  expect(touch()).toEqual([2, 3]);
  settings.pressActs = true;
  leave?.();
});

test("a drag drops on the place below, and is no click; a tap is no drag", () => {
  document.body.innerHTML = `<button id="card"></button><div data-drop="2"></div>`;
  const card = document.querySelector<HTMLElement>("#card")!;
  const clicked = vi.fn();
  const drop = vi.fn(() => false);
  card.addEventListener("click", clicked);
  card.setPointerCapture = vi.fn();
  document.elementFromPoint = () => document.querySelector("[data-drop]");
  const leave = draggable(() => ({ able: true, drop }))(card);
  const send = (type: string, x: number) =>
    card.dispatchEvent(new PointerEvent(type, { clientX: x, clientY: 0, button: 0, isPrimary: true, pointerId: 1, bubbles: true }));
  send("pointerdown", 0);
  send("pointermove", 3);
  send("pointerup", 3);
  card.click();
  expect([drop.mock.calls.length, clicked.mock.calls.length]).toEqual([0, 1]);
  send("pointerdown", 0);
  send("pointermove", 50);
  expect(document.querySelector("[data-over]")).not.toBeNull();
  send("pointerup", 50);
  card.dispatchEvent(new MouseEvent("click", { detail: 1, bubbles: true }));
  expect(drop).toHaveBeenCalledWith("2", expect.anything());
  expect(clicked).toHaveBeenCalledTimes(1);
  expect(document.querySelector("[data-over]")).toBeNull();
  // Where no click ended a drag, the next one by a key is one: it has no count.
  send("pointerdown", 0);
  send("pointermove", 50);
  send("pointercancel", 50);
  card.click();
  expect(clicked).toHaveBeenCalledTimes(2);
  leave?.();
});

test.each(["push", "quinto"])("every sentence that %s asks for is there", (game) => {
  const folder = `${import.meta.dirname}/../src/games/${game}`;
  const code = readdirSync(folder).map((file) => readFileSync(`${folder}/${file}`, "utf8")).join("\n");
  const keys = [...code.matchAll(/"((?:board|ask|act)\.[a-z-]+)"/g)].map(([, key]) => key!);
  expect(keys.length).toBeGreaterThan(10);
  for (const language of LANGUAGES) {
    const words = catalogue(language)[game] as Record<string, Record<string, string>>;
    for (const key of keys) {
      const [section, name] = key.split(".") as [string, string];
      expect(words[section]?.[name], `${language}: ${key}`).toBeTypeOf("string");
    }
  }
});
