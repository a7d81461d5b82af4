// The sheet of the result: alone nobody wins, and there is a best to beat.
import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { catalogue } from "../build/words.ts";
import { Teller } from "../src/lib/i18n/teller.ts";
import { words } from "../src/lib/i18n/words.svelte.ts";
import { keepPart } from "../src/lib/agreed.ts";
import { api } from "../src/lib/net/api.ts";
import { noteMatch } from "../src/lib/stores/history.ts";
import { Session } from "../src/lib/stores/session.svelte.ts";
import * as pictures from "../src/share/resultPicture.ts";
import ShareResult from "../src/share/ShareResult.svelte";
import Result from "../src/table/Result.svelte";
import TvResult from "../src/tv/TvResult.svelte";
import type { Outcome, Replay, TableInfo } from "../src/wire.gen.ts";

const table: TableInfo = {
  code: "bcdfgh", game: "solo", options: {}, settings: {}, public: false, locked: false, host: 0,
  places: [{ id: 0, name: "Zoé", kind: "human", seat: 0 }, { id: 1, name: "Max", kind: "bot", seat: 1 }],
  least: 1, most: 2, spectators: 0, lives_until: 0, phase: "over",
};

beforeEach(() => {
  document.body.innerHTML = "<main></main>";
  words.teller = new Teller("en", { ...catalogue("en"), solo: { name: "Solo", reason: { "cards-laid": "Every card has been laid." } } });
  vi.spyOn(api, "match").mockRejectedValue(new Error("not stored yet"));
  vi.spyOn(api, "story").mockRejectedValue(new Error("not stored yet"));
});

afterEach(() => vi.restoreAllMocks());

async function shown(outcome: Outcome, match: string): Promise<{ readonly text: string; readonly crowned: boolean }> {
  const session = new Session("bcdfgh");
  session.table = { ...table, players: ["Zoé", "Max"].slice(0, outcome.ranks.length) };
  session.place = 0;
  session.match = match;
  session.view = { seat: 0, scores: outcome.scores };
  session.outcome = outcome;
  const names = session.table.players!;
  const teller = words.teller!.at("solo", names, 0);
  const sheet = mount(Result, { target: document.querySelector("main")!, props: { session, outcome, names, teller, attempt: () => undefined, onlobby: () => undefined } });
  flushSync();
  await new Promise((done) => setTimeout(done)); // what was asked for has come
  flushSync();
  const found = { text: document.body.textContent.replace(/\s+/g, " "), crowned: document.querySelector(".crest > svg") !== null };
  await unmount(sheet);
  return found;
}

test("alone there are points and a best, and no crown", async () => {
  const alone = (points: number): Outcome => ({ reason: "cards-laid", ranks: [1], scores: [points] });
  const first = await shown(alone(61), "s1");
  expect(first.text).toContain("61 points!");
  expect(first.text).toContain("Your best on this device!");
  expect(first.crowned).toBe(false);
  noteMatch({ id: "s1", game: "solo", names: ["Zoé"], faces: ["fox"], seat: 0, ranks: [1], scores: [61], at: 1 });
  expect((await shown(alone(61), "s1")).text, "also when it has been noted").toContain("Your best on this device!");
  expect((await shown(alone(40), "s2")).text).toContain("Your best here: 61 points");
});

test("alone nobody wins on the television either", () => {
  const session = new Session("bcdfgh", { screen: true });
  const result = (ranks: readonly number[], scores: readonly number[]): string => {
    session.table = { ...table, players: ["Zoé", "Max"].slice(0, ranks.length) };
    session.view = { scores };
    session.outcome = { reason: "cards-laid", ranks, scores };
    const screen = mount(TvResult, { target: document.querySelector("main")!, props: { session } });
    flushSync();
    const told = `${document.querySelector("h1")!.textContent}${document.querySelector(".crest > svg") ? " crowned" : ""}`;
    void unmount(screen);
    return told;
  };
  expect(result([1], [61])).toBe("61 points!");
  expect(result([1, 2], [61, 30])).toBe("Zoé wins! crowned");
});

test("what was played on this device alone is shared as a picture, without a link", async () => {
  const session = new Session("local-1");
  session.table = { ...table, players: ["Zoé"] };
  session.match = "s9";
  const outcome: Outcome = { reason: "cards-laid", ranks: [1], scores: [61] };
  const teller = words.teller!.at("solo", ["Zoé"], 0);
  const drawn = vi.spyOn(pictures, "resultPicture").mockResolvedValue(new Blob(["x"], { type: "image/png" }));
  const asked = vi.spyOn(api, "matchLink");
  const sheet = mount(ShareResult, { target: document.querySelector("main")!, props: { session, outcome, names: ["Zoé"], faces: ["fox"], teller, headline: "61 points!", why: "", onclose: () => undefined } });
  await vi.waitFor(() => expect(document.querySelector("a[download]")).not.toBeNull());
  expect(drawn).toHaveBeenCalledWith(expect.objectContaining({ link: "", headline: "61 points!" }));
  expect(asked).not.toHaveBeenCalled();
  expect(document.body.textContent).not.toContain(words.teller!.say("web.lobby.copy-link"));
  await unmount(sheet);
});

test("with others somebody wins, and nobody asks for a best", async () => {
  const both = await shown({ reason: "cards-laid", ranks: [1, 2], scores: [61, 30] }, "s3");
  expect(both.text).toContain("You win!");
  expect(both.text).not.toContain("best");
  expect(both.crowned).toBe(true);
});

test.each([
  ["en", "2 of 3 devices took part in the deal."],
  ["fr", "2 appareils sur 3"],
])("how many devices took part is told in %s, to whoever was there and to whoever came later", async (language, told) => {
  words.teller = new Teller(language, { ...catalogue(language), solo: { name: "Solo", reason: { "cards-laid": "." } } });
  const over: Outcome = { reason: "cards-laid", ranks: [1, 2], scores: [61, 30] };
  keepPart("there", { header: "h", nonce: "n", parts: { devices: 2, people: 3 } });
  expect((await shown(over, "there")).text).toContain(told);
  const line = JSON.stringify({ nonces: ["a", "b"], seats: ["human", "human", "human", "bot"].map((kind) => ({ kind })) });
  vi.spyOn(api, "match").mockResolvedValue({ line, frames: [] } as unknown as Replay);
  expect((await shown(over, `later-${language}`)).text).toContain(told);
});
