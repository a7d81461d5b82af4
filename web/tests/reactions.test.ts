import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { catalogue } from "../build/words.ts";
import { Teller } from "../src/lib/i18n/teller.ts";
import { words } from "../src/lib/i18n/words.svelte.ts";
import { live } from "../src/lib/stores/live.svelte.ts";
import { Session } from "../src/lib/stores/session.svelte.ts";
import { settings } from "../src/lib/stores/settings.svelte.ts";
import ReactionLayer from "../src/reactions/ReactionLayer.svelte";
import { PHRASES, PICTURES, type Reaction } from "../src/reactions/reactions.ts";
import Notices from "../src/table/Notices.svelte";
import type { TableInfo } from "../src/wire.gen.ts";

const table: TableInfo = {
  code: "bcdfgh", game: "push", options: {}, settings: {}, public: false, locked: false, host: 0,
  places: [{ id: 0, name: "Zoé", kind: "human", seat: 0 }, { id: 1, name: "Max", kind: "human", seat: 1 }],
  least: 2, most: 6, spectators: 0, lives_until: 0, phase: "playing",
};

let session: Session;
let count = 0;
let end: () => Promise<void>;
const told = vi.spyOn(live, "tellLog");
const react = (place: number, what: Reaction) => (session.reacted = { n: count++, place, what });
const seen = () => {
  flushSync();
  return [...document.querySelectorAll<HTMLElement>("[data-reaction]")].map(({ dataset }) => dataset["reaction"]);
};

beforeEach(() => {
  vi.useFakeTimers();
  told.mockClear();
  document.body.innerHTML = "<main></main>";
  words.teller = new Teller("en", catalogue("en"));
  session = new Session("bcdfgh");
  session.table = table;
  const layer = mount(ReactionLayer, { target: document.querySelector("main")!, props: { session } });
  end = () => unmount(layer);
});

afterEach(async () => {
  await end();
  settings.reactions = true;
  vi.useRealTimers();
});

test("a reaction is seen for two seconds", () => {
  react(1, "heart");
  expect(seen()).toEqual(["heart"]);
  vi.advanceTimersByTime(1999);
  expect(seen()).toEqual(["heart"]);
  vi.advanceTimersByTime(1);
  expect(seen()).toEqual([]);
});

test("everybody shows one at a time, each for its own two seconds", () => {
  react(1, "heart");
  seen();
  vi.advanceTimersByTime(1500);
  react(0, "thanks");
  seen();
  react(1, "oops");
  expect(seen()).toEqual(["thanks", "oops"]);
  vi.advanceTimersByTime(600); // the first of Max's would have gone
  expect(seen()).toEqual(["thanks", "oops"]);
  vi.advanceTimersByTime(1400);
  expect(seen()).toEqual([]);
});

test("whoever mutes reactions neither sees nor hears them, and none comes later", () => {
  react(1, "heart");
  expect(seen()).toEqual(["heart"]);
  settings.reactions = false;
  expect(seen(), "gone at once").toEqual([]);
  react(1, "laugh");
  expect(seen()).toEqual([]);
  expect(told).toHaveBeenCalledTimes(1);
  settings.reactions = true;
  vi.advanceTimersByTime(2000);
  expect(seen(), "what came meanwhile stays away").toEqual([]);
  react(1, "wow");
  expect(seen()).toEqual(["wow"]);
});

test("a table shows them once one has come, muted or not", async () => {
  await end();
  settings.reactions = false;
  const notices = mount(Notices, { target: document.querySelector("main")!, props: { session, game: "Push", onMe: false, playing: false } });
  end = () => unmount(notices);
  react(1, "heart");
  flushSync();
  await vi.dynamicImportSettled();
  expect(seen()).toEqual([]);
  settings.reactions = true;
  expect(seen()).toEqual([]);
  react(1, "wow");
  expect(seen()).toEqual(["wow"]);
});

test("there are eight pictures and a dozen phrases, in words of every language", () => {
  expect([Object.keys(PICTURES).length, PHRASES.length]).toEqual([8, 12]);
  for (const language of ["en", "fr"]) {
    const teller = new Teller(language, catalogue(language));
    for (const what of [...Object.keys(PICTURES), ...PHRASES]) expect(teller.say(`web.react.${what}`)).not.toBe("");
  }
});
