// Around a match: addresses, copying, notices, tables of one's own, and what the first page asks.
import { flushSync, mount, tick, unmount } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { byUrgency, isAwaited } from "../src/home/tables.ts";
import { words } from "../src/lib/i18n/words.svelte.ts";
import { decoded, parse } from "../src/lib/routes.ts";
import { copyText } from "../src/lib/sharing.ts";
import { settings } from "../src/lib/stores/settings.svelte.ts";
import { asking } from "../src/lib/ui/asking.svelte.ts";
import Segmented from "../src/lib/ui/Segmented.svelte";
import { keepFace } from "../src/lib/people/people.ts";
import type { OwnPlace, PlaceInfo, TableInfo } from "../src/wire.gen.ts";

beforeEach(async () => {
  localStorage.clear();
  settings.name = "";
  document.body.innerHTML = "";
  await words.load("en");
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test("an address that stands for no text is a page that does not exist", () => {
  for (const path of ["/t/%", "/rules/%E0%A4%A", "/t/abc/%"]) expect(parse(path, "/")).toEqual({ page: "lost" });
  expect(parse("/t/b%63d", "/")).toEqual({ page: "table", code: "bcd" });
  expect([decoded("PUSH-01"), decoded("%")]).toEqual(["PUSH-01", ""]);
});

test("without a clipboard, as over plain HTTP, a text is copied through a field that goes away again", async () => {
  vi.spyOn(navigator, "clipboard", "get").mockReturnValue(undefined as never);
  const button = document.body.appendChild(document.createElement("button"));
  button.focus();
  let copied = "";
  Object.assign(document, {
    execCommand: () => {
      const field = document.activeElement as HTMLTextAreaElement;
      copied = field.value.slice(field.selectionStart, field.selectionEnd);
      return true;
    },
  });
  expect(await copyText("solved at the first try")).toBe(true);
  expect(copied).toBe("solved at the first try");
  expect([document.querySelector("textarea"), document.activeElement]).toEqual([null, button]);
});

const place = (id: number, kind: PlaceInfo["kind"] = "human", present = true): PlaceInfo => ({ id, name: `n${id}`, kind, present });
const own = (more: Partial<TableInfo>, ...places: PlaceInfo[]): OwnPlace => ({
  table: { code: more.code ?? "bcdfgh", game: "push", options: {}, settings: {}, public: false, locked: false, host: 0, places: [place(0), ...places], least: 2, most: 6, spectators: 0, lives_until: 0, ...more },
  place: 0,
});

test("a table whose match is over is not awaited, whether the server still has it in memory or not", () => {
  const bot = place(1, "bot");
  expect([own({}, bot), own({ phase: "playing", match: "m" }, bot)].map(isAwaited)).toEqual([true, true]);
  expect([own({ phase: "over", match: "m" }, bot), own({ match: "m" }, bot), own({ phase: "lobby", match: "m" }, bot)].map(isAwaited)).toEqual([false, false, false]);
  expect([own({ match: "m" }, place(1)), own({ match: "m" }, place(1, "human", false))].map(isAwaited)).toEqual([true, false]);
  const all = [own({ code: "over", phase: "over" }, place(1)), own({ code: "lobby" }), own({ code: "on", phase: "playing" })];
  expect(byUrgency(all).map(({ table }) => table.code)).toEqual(["on", "lobby", "over"]);
});

test("against bots nobody needs a name: the animal's serves, and is not kept as one's own", async () => {
  const names: string[] = [];
  const opens = ({ name }: { name: string }): Promise<void> => Promise.resolve(void names.push(name));
  const first = asking.asSomebody("Who?", "Go", opens, { againstBots: true });
  expect(asking.question).toMatchObject({ isNameOptional: true });
  asking.question!.answer({ name: "", face: "owl" });
  expect(await first).toBe(true);
  expect([names, settings.name]).toEqual([["Owl"], ""]);
  keepFace("owl");
  expect(await asking.asSomebody("Who?", "Go", opens, { againstBots: true }), "asked only once").toBe(true);
  const others = asking.asSomebody("Who?", "Go", opens);
  expect(asking.question).toMatchObject({ isNameOptional: false });
  asking.question!.answer(null);
  expect(await others).toBe(false);
});

test("a choice that is refused is not shown as chosen", async () => {
  let isRefused = true;
  const choices = ["a", "b"].map((value) => ({ value, text: value }));
  const shown = mount(Segmented, { target: document.body, props: { legend: "?", value: "a", choices, onchange: () => Promise.resolve(!isRefused) } });
  flushSync();
  const [one, other] = [...document.querySelectorAll("input")];
  for (const expected of ["a", "b"]) {
    other!.click();
    expect(other!.checked).toBe(true);
    await tick();
    await tick();
    expect([one!.checked, other!.checked]).toEqual([expected === "a", expected === "b"]);
    isRefused = false;
  }
  await unmount(shown);
});

test("a device that asks for less motion has the last word, whatever was chosen", async () => {
  const asked = { matches: true, addEventListener: vi.fn() };
  vi.stubGlobal("matchMedia", () => asked);
  vi.resetModules();
  const { settings: calm } = await import("../src/lib/stores/settings.svelte.ts");
  calm.set("motion", 500);
  expect([calm.motion, calm.still, calm.isDeviceCalm]).toEqual([0, true, true]);
  asked.matches = false;
  (asked.addEventListener.mock.calls[0]![1] as () => void)();
  expect([calm.motion, calm.still, calm.isDeviceCalm]).toEqual([500, false, false]);
  calm.set("motion", 0);
  expect(calm.still).toBe(true);
});

test("a notice that is touched leads to its page: the window that has it open, or a new one", async () => {
  const heard: Record<string, (event: unknown) => void> = {};
  const focus = vi.fn(() => Promise.resolve());
  const openWindow = vi.fn(() => Promise.resolve());
  const windows = [{ url: "http://games/", focus: vi.fn() }, { url: "http://games/t/bcdfgh", focus }];
  vi.stubGlobal("self", {
    registration: { scope: "http://games/" },
    clients: { matchAll: () => Promise.resolve(windows), openWindow },
    addEventListener: (type: string, listener: (event: unknown) => void) => (heard[type] = listener),
  });
  vi.stubGlobal("VERSION", "1");
  vi.stubGlobal("FILES", []);
  vi.stubGlobal("LANGUAGES", []);
  await import("../src/offline/service.ts");
  const touched = async (data: unknown): Promise<void> => {
    const close = vi.fn();
    let until: Promise<unknown> = Promise.reject(new Error("it did not wait"));
    until.catch(() => undefined);
    heard["notificationclick"]!({ notification: { data, close }, waitUntil: (promise: Promise<unknown>) => (until = promise) });
    await until;
    expect(close).toHaveBeenCalled();
  };
  await touched("http://games/t/bcdfgh");
  expect([focus.mock.calls.length, openWindow.mock.calls.length]).toEqual([1, 0]);
  await touched("http://games/t/jkmnpq");
  expect(openWindow).toHaveBeenCalledWith("http://games/t/jkmnpq");
});
