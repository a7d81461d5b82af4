import { expect, test, vi } from "vitest";
import { french } from "../src/lib/i18n/spaces.ts";
import { Teller } from "../src/lib/i18n/teller.ts";
import { fill } from "../src/lib/i18n/template.ts";
import { clockStep } from "../src/lib/net/clock.ts";
import { parse } from "../src/lib/routes.ts";
import { again } from "../src/lib/stores/live.svelte.ts";
import { browserLanguage } from "../src/lib/stores/settings.svelte.ts";
import type { BoardProps, Voice } from "../src/table/board.ts";
import { asked } from "../src/table/keys.ts";
import { catalogue } from "../build/words.ts";

test("what a sentence is not given is a bug", () => {
  const one = { singular: [1], joins: [] };
  expect(fill("{n:# card|# cards}, {yes:yes|no}", { n: 2, yes: false }, {}, one)).toBe("2 cards, no");
  expect(() => fill("{nobody}", {}, {}, one)).toThrow("nobody");
  expect(() => fill("{a:shout}", { a: 1 }, {}, one)).toThrow("shout");
});

test("a language says what changes where a word meets a value", () => {
  const joins = [{ before: "de ", after: /^(?=[AÉ])/, becomes: "d'" }, { before: "de ", after: /^le /, becomes: "du " }];
  const put = (sentence: string, name: string) => fill(sentence, { name }, { loud: (text: string) => text }, { singular: [0, 1], joins });
  expect(put("table de {name}", "Agathe")).toBe("table d'Agathe");
  expect(put("table de {name}", "Basile")).toBe("table de Basile");
  expect(put("à côté de {name}", "le 2 jaune")).toBe("à côté du 2 jaune");
  expect(put("aide {name}", "Agathe")).toBe("aide Agathe");
  expect(put("{name:Loud}", "le 2")).toBe("Le 2");
});

test("without a server a page and its questions stand behind one question mark", async () => {
  document.head.innerHTML = '<base href="https://host.example/below/"><meta name="cartable-server" content="none">';
  vi.resetModules();
  const { href, routeOf } = await import("../src/lib/routes.ts");
  const address = new URL(href("replay/abc?seat=1"), document.baseURI);
  expect(routeOf(address)).toEqual({ page: "replay", id: "abc" });
  expect(address.searchParams.get("seat")).toBe("1");
  document.head.innerHTML = "";
});

test("routes, under any base path", () => {
  expect(parse("/", "/")).toEqual({ page: "home" });
  expect(parse("/t/BCDFGH", "/")).toEqual({ page: "table", code: "bcdfgh" });
  expect(parse("/games/t/bcdfgh", "/games/")).toEqual({ page: "table", code: "bcdfgh" });
  expect(parse("/replay/A-b_9", "/")).toEqual({ page: "replay", id: "A-b_9" });
  expect(parse("/rules/push", "/")).toEqual({ page: "rules", game: "push" });
  expect(parse("/practice/push", "/")).toEqual({ page: "tutorial", game: "push" });
  expect(parse("/t/a/b", "/")).toEqual({ page: "lost" });
  expect(parse("/elsewhere", "/")).toEqual({ page: "lost" });
});

test("the language is the first of the browser's that we speak", () => {
  expect(browserLanguage(["de-DE", "fr-CA", "en"])).toBe("fr");
  expect(browserLanguage(["en-GB", "fr"])).toBe("en");
  expect(browserLanguage(["de"])).toBe("en");
});

test.each([1, 5, 16.667, 100])("a clock that steps by %d ms is found out", (step) => {
  let t = 0;
  const now = () => Math.floor((t += 0.01) / step) * step;
  expect(clockStep(now)).toBeCloseTo(step, 2);
});

test("a clock that stands still is a coarse one", () => {
  expect(clockStep(() => 5)).toBe(100);
});

test("a message that repeats itself is read again", () => {
  expect(again("a", "b")).toBe("b");
  expect(again("a", "a")).not.toBe("a");
  expect(again(again("a", "a"), "a")).toBe("a");
});

test("ask keys keep out of the way of typing and of other shortcuts", () => {
  const press = (key: string, more: KeyboardEventInit = {}, on: Element = document.body) => {
    let found: ReturnType<typeof asked> = null;
    const listen = (event: Event) => (found = asked(event as KeyboardEvent, true));
    window.addEventListener("keydown", listen);
    on.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, ...more }));
    window.removeEventListener("keydown", listen);
    return found;
  };
  expect(press("l")).toBe("last");
  expect(press("W")).toBe("why");
  expect(press("?", { shiftKey: true })).toBe("help");
  expect(press("l", { ctrlKey: true })).toBeNull();
  const input = document.body.appendChild(document.createElement("input"));
  expect(press("l", {}, input)).toBeNull();
  expect(asked(new KeyboardEvent("keydown", { key: "l" }), false)).toBeNull();
});

test("both languages hold the web's sentences and every game", () => {
  for (const language of ["en", "fr"]) expect(Object.keys(catalogue(language))).toEqual(expect.arrayContaining(["web", "push", "trio"]));
});

test("French breaks no line before its high punctuation, nor inside its quotation marks", () => {
  expect(french("Prêt ? Allons : « vite », à 50 % ; oui !")).toBe("Prêt\u202f? Allons\u00a0: «\u00a0vite\u00a0», à 50\u202f%\u202f; oui\u202f!");
  expect(french("{seats:C'est à|Ce sont} {seats:players} 12:30 a?b")).toBe("{seats:C’est à|Ce sont} {seats:players} 12:30 a?b");
  const loose: string[] = [];
  const look = (tree: ReturnType<typeof catalogue>): void =>
    Object.values(tree).forEach((node) => (typeof node === "string" ? / [;:!?»](?:\s|$)|« /.test(node) && loose.push(node) : look(node)));
  look(catalogue("fr"));
  expect(loose).toEqual([]);
});

const VOICES = Object.entries(import.meta.glob<{ default: Voice }>("../src/games/*/voice.ts"));

test.each(VOICES)("the help lists the keys of a game that has a voice: %s", async (path, load) => {
  const { default: voice } = await load();
  const teller = new Teller("en", catalogue("en")).at(path.split("/").at(-2)!, [], null);
  const listed = voice.keys?.({ teller, view: { lanes: 3 } } as unknown as BoardProps) ?? [];
  expect(listed.length).toBeGreaterThan(1);
  expect(listed.every(([key, what]) => key !== "" && what !== "")).toBe(true);
});
