import { mount, unmount } from "svelte";
import { describe, expect, it } from "vitest";
import { catalogue } from "../build/words.ts";
import { Teller } from "../src/lib/i18n/teller.ts";
import { words } from "../src/lib/i18n/words.svelte.ts";
import { begins, beginsRule } from "../src/lobby/begins.ts";
import { nextPlayers, tally } from "../src/lobby/evening.ts";
import Evening from "../src/lobby/Evening.svelte";
import LogPanel from "../src/table/LogPanel.svelte";
import { peopleOf } from "../src/table/stage.ts";
import { Film } from "../src/replay/film.ts";
import { parse } from "../src/lib/routes.ts";
import type { PlaceInfo, Replay, TableInfo } from "../src/wire.gen.ts";

const place = (id: number, name: string, more: Partial<PlaceInfo> = {}): PlaceInfo => ({ id, name, kind: "human", ...more });

function table(places: readonly PlaceInfo[], more: Partial<TableInfo> = {}): TableInfo {
  return { code: "abcdef", game: "push", options: {}, settings: {}, public: false, locked: false, host: 0, places, least: 2, most: 4, spectators: 0, lives_until: 0, ...more };
}

describe("the evening's tally", () => {
  const players = [{ name: "Ann", points: 3 }, { name: "Bob" }, { name: "Cid", points: 1 }, { name: "Dan" }];

  it("gives everybody the colour they have now, and leaves out who left without a point", () => {
    const shown = tally(table([place(4, "Bob"), place(0, "Ann")], { evening: { players } }));
    expect(shown.map(({ player, seat }) => [player.name, seat])).toEqual([["Ann", 1], ["Bob", 0], ["Cid", null]]);
  });

  it("tells who won what, and of a match alone that it was one", async () => {
    words.teller = new Teller("fr", catalogue("fr"));
    const matches = [["1", "push", ["Ann", "Bob"]], ["2", "quinto", []]] as const;
    const shown = mount(Evening, { target: document.body, props: { table: table([place(0, "Ann")], { evening: { players, matches } }) } });
    expect([...document.querySelectorAll("section a")].map((link) => link.textContent)).toEqual(["Quinto en solo", "Push\u00a0: Ann et Bob"]);
    await unmount(shown);
  });

  it("is empty before the first match", () => {
    expect(tally(table([place(0, "Ann")]))).toEqual([]);
  });

  it("counts those whom the game has room for", () => {
    expect(nextPlayers(table([place(0, "Ann"), place(1, "Bob", { watches: true })]))).toBe(1);
  });
});

describe("who begins", () => {
  const RULES = { push: "PUSH-06", quinto: "QUIN-10", hexa: "HEXA-09", trio: "TRIO-07" };

  it.each(["en", "fr"])("is told with its reason in words; whoever asks finds the rule (%s)", (language) => {
    for (const [game, rule] of Object.entries(RULES)) {
      words.teller = new Teller(language, catalogue(language));
      const teller = words.teller.at(game, [], null);
      const told = begins(table([place(0, "Ann", { watches: true }), place(1, "Bob")], { order: "lots" }), teller);
      expect(told).not.toMatch(/\d/);
      expect(told).toContain(teller.say("web.lobby.order-lots"));
      if (game !== "quinto") expect(told).toContain("Bob");
      expect(beginsRule(teller)).toEqual({ href: `/rules/${game}#${rule}`, title: teller.say("web.rules.read", { rule }) });
    }
  });
});

describe("waiting", () => {
  it("is told at the seat that is waited for", () => {
    const waits = [{ seat: 1, why: "absent" as const, until: 9, whole: 40 }];
    const people = peopleOf(table([place(0, "Ann", { seat: 0 }), place(1, "Bob", { seat: 1 })]), ["Ann", "Bob"], waits);
    expect(people.map(({ wait }) => wait?.until)).toEqual([undefined, 9]);
  });
});

describe("a stand-in in a replay", () => {
  const frames = [
    { n: 0, seat: 0, act: "draw", at_ms: 0, by: "stand-in", events: [[0, 0, { event: "a", seat: 0 }]] },
    { n: 1, seat: -1, act: "deal G5", at_ms: 0, events: [[1, 0, { event: "b", seat: 0 }]] },
    { n: 2, seat: 0, act: "place 1", at_ms: 0, events: [[2, 0, { event: "c", seat: 0 }]] },
  ];
  const film = new Film({ line: '{"game":"push","seats":[]}', frames, view: {}, preview: null } as unknown as Replay);

  it("is marked with all that the dealer answers to it", () => {
    expect(film.log(3).map(({ standIn }) => standIn ?? false)).toEqual([true, true, false]);
  });
});

describe("a stand-in in the log", () => {
  it("is named beside what it did, not beside whose turn it is then", async () => {
    words.teller = new Teller("en", catalogue("en"));
    const events = [{ event: "column-taken", seat: 0, column: 1, cards: ["G4"] }, { event: "turn-started", seat: 1 }];
    const log = events.map((event, index) => ({ n: 7, index, event, standIn: true }));
    const shown = mount(LogPanel, { target: document.body, props: { log, teller: words.teller.at("push", ["Ann", "Bob"], 1) } });
    expect([...document.querySelectorAll("li")].map((line) => line.textContent.includes(words.say("web.table.stand-in")))).toEqual([false, true]);
    await unmount(shown);
  });
});

describe("the address of a television", () => {
  it("is that of its table", () => {
    expect(parse("/t/ABCDEF/tv", "/")).toEqual({ page: "tv", code: "abcdef" });
    expect(parse("/t/ABCDEF/radio", "/").page).toBe("lost");
  });
});
