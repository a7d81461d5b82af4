import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { catalogue } from "../build/words.ts";
import { Teller } from "../src/lib/i18n/teller.ts";
import { words } from "../src/lib/i18n/words.svelte.ts";
import { api, Refused } from "../src/lib/net/api.ts";
import { Session } from "../src/lib/stores/session.svelte.ts";
import { settings } from "../src/lib/stores/settings.svelte.ts";
import { asking } from "../src/lib/ui/asking.svelte.ts";
import Seats from "../src/lobby/Seats.svelte";
import Countdown from "../src/table/Countdown.svelte";
import { whyEnded } from "../src/table/leaving.ts";
import Menu from "../src/table/Menu.svelte";
import { point } from "../src/table/pointing.ts";
import type { PlaceInfo, TableInfo } from "../src/wire.gen.ts";

const place = (id: number, name: string, kind: PlaceInfo["kind"] = "human"): PlaceInfo => ({ id, name, kind });
const table: TableInfo = {
  code: "bcdfgh", game: "push", options: {}, settings: {}, public: false, locked: false, host: 0,
  places: [place(0, "Zoé"), place(1, "Max"), place(2, "Ada", "bot")],
  least: 2, most: 6, spectators: 0, lives_until: 0, phase: "dealing",
};

let session: Session;
const target = () => document.querySelector("main")!;
const button = (name: string) => [...document.querySelectorAll("button")].find((each) => each.textContent.trim() === name);

beforeEach(() => {
  vi.useFakeTimers();
  document.body.innerHTML = "<main></main>";
  words.teller = new Teller("en", catalogue("en"));
  session = new Session("bcdfgh");
  session.table = table;
  session.place = 0;
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test("everybody counts down to the moment that the server tells, and not when somebody leaves", async () => {
  const shown = mount(Countdown, { target: target(), props: { session } });
  const count = () => {
    flushSync();
    return document.querySelector(".count span")?.textContent ?? "";
  };
  expect(count()).toBe("");
  session.starts = performance.now() + 2000;
  const told = [count()];
  for (let step = 0; step < 3; step++) {
    vi.advanceTimersByTime(700);
    told.push(count());
  }
  expect(told).toEqual(["3", "2", "1", ""]);
  session.starts = performance.now() + 2000;
  expect(count()).toBe("3");
  expect(document.querySelector(".count p")?.textContent, "and reads what the game is about").toMatch(/\.$/);
  session.table = { ...table, phase: "lobby" };
  expect(count()).toBe("");
  await unmount(shown);
});

test("the host sends people away and stops the game only after a question", async () => {
  session.table = { ...table, phase: "playing" };
  const [kick, pause] = [vi.spyOn(api, "kick").mockResolvedValue(table), vi.spyOn(api, "pause").mockResolvedValue(table)];
  const nothing = () => undefined;
  const attempt = async (what: () => Promise<unknown>) => {
    await what();
  };
  const shown = mount(Menu, { target: target(), props: { session, attempt, open: true, onclose: nothing, onhint: null, onlog: nothing, onleave: nothing, onsettings: nothing, onhelp: nothing, onrules: nothing } });
  const choose = async (name: string, sure: boolean) => {
    flushSync();
    expect(button("Remove Ada")).toBeUndefined();
    button(name)!.click();
    flushSync();
    asking.question!.answer(sure ? true : null);
    await vi.runAllTimersAsync();
  };
  await choose("Remove Max", false);
  await choose("Pause", false);
  expect([kick.mock.calls, pause.mock.calls]).toEqual([[], []]);
  await choose("Remove Max", true);
  await choose("Pause", true);
  expect([kick.mock.calls, pause.mock.calls]).toEqual([[["bcdfgh", 1]], [["bcdfgh"]]]);
  await unmount(shown);
});

test("an act lights up whatever stands for it, or for its card and its place", () => {
  document.body.innerHTML = ["draw", "take 1", "take 2", "place 2|take 2", "O3", "p1", "write O3"].map((part) => `<i data-part="${part}"></i>`).join("");
  const lit = (act: string) => {
    point(act);
    return [...document.querySelectorAll<HTMLElement>("[data-pointed]")].map((each) => each.dataset["part"]);
  };
  expect(lit("take 2")).toEqual(["take 2", "place 2|take 2"]);
  expect(lit("lay O3 p1")).toEqual(["O3", "p1"]);
  expect(lit("write O3")).toEqual(["write O3"]);
  expect(lit("lay O3 p1 on X2")).toEqual(["O3", "p1"]);
  expect(lit("")).toEqual([]);
});

test("a refused name is asked for again, with its reason; only one that was accepted is kept", async () => {
  settings.set("name", "");
  const tried: string[] = [];
  const done = asking.asSomebody("Who are you?", "Go", ({ name }) => {
    tried.push(name);
    return name === "Zoé" ? Promise.resolve() : Promise.reject(new Refused({ code: "bad-name" }));
  });
  for (const name of ["?", "Zoé"]) {
    await vi.waitFor(() => expect(asking.question).not.toBeNull());
    expect(asking.question!.problem).toBe(tried.length ? words.teller!.refusal({ code: "bad-name" }) : "");
    expect(settings.name).toBe("");
    asking.question!.answer({ name, face: "fox" });
  }
  expect(await done).toBe(true);
  expect([tried, settings.name]).toEqual([["?", "Zoé"], "Zoé"]);
});

test.each(["newer", "kicked", "reload", "too-many", "too-many-sockets", "too-many-spectators"])("who has to go is told why: %s", (why) => {
  const told = (reason: string) => whyEnded({ bye: { t: "bye", why: reason }, problem: null } as Session);
  expect(told(why)).not.toBe(told("closed"));
});

test("a television is offered at tables that another device can find", async () => {
  const nothing = () => undefined;
  const offered = async (code: string) => {
    const here = new Session(code);
    here.table = { ...table, phase: "playing" };
    const shown = mount(Menu, { target: target(), props: { session: here, attempt: () => Promise.resolve(), open: true, onclose: nothing, onhint: null, onlog: nothing, onleave: nothing, onsettings: nothing, onhelp: nothing, onrules: nothing } });
    const link = document.querySelector('a[href$="/tv"]');
    await unmount(shown);
    return link !== null;
  };
  expect([await offered("bcdfgh"), await offered("local-1")]).toEqual([true, false]);
});

test.each([
  ["en", ["Ada"], "Ada plays at your pace"],
  ["fr", ["Ada", "Bo"], "Ada et Bo jouent à ton rythme"],
])("bots at one's pace are named as such before a race (%s)", async (language, names, told) => {
  words.teller = new Teller(language, catalogue(language));
  const bots = names.map((name, at): PlaceInfo => ({ ...place(at + 1, name, "bot"), level: "match" }));
  session.table = { ...table, game: "hexa", places: [place(0, "Zoé"), ...bots, { ...place(9, "Cleo", "bot"), level: "fair" }] };
  session.starts = performance.now() + 2000;
  const shown = mount(Countdown, { target: target(), props: { session } });
  flushSync();
  expect(document.querySelector(".count")!.textContent).toContain(told);
  await unmount(shown);
});

test("the lobby counts those who play, and names somebody of whom nothing else is to be said", async () => {
  session.table = { ...table, game: "quinto", phase: "lobby", least: 1, most: 2, places: [place(0, "Zoé"), place(1, "Max"), { ...place(2, "Ada", "bot"), level: "fair", watches: true }] };
  const nothing = () => undefined;
  const shown = mount(Seats, { target: target(), props: { session, onbot: nothing, onplace: nothing, dealing: false, begins: "", rule: null } });
  flushSync();
  expect(document.querySelector("#seats")?.textContent).toBe("2 of 2 players");
  expect([...document.querySelectorAll("li button")].map((each) => each.getAttribute("aria-label"))).toEqual(["Max: Remove Max", "Ada, fair, watching: Remove Ada"]);
  await unmount(shown);
});
