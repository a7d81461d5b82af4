import { expect, test, vi } from "vitest";
import { keepPart, keptPart } from "../src/lib/agreed.ts";
import { partsOf } from "../src/lib/net/nonces.ts";
import { bytes, dealKey, fingerprint, index, shuffled } from "../src/lib/fairdeal.ts";
import { keep } from "../src/lib/keep.ts";
import { hex, utf8 } from "../src/lib/sha256.ts";
import { Film } from "../src/replay/film.ts";
import { lagBills, median } from "../src/replay/lag.ts";
import { Playback } from "../src/replay/playback.svelte.ts";
import { verify } from "../src/replay/verify.ts";
import type { Replay, ReplayFrame } from "../src/wire.gen.ts";

const SECRET = Uint8Array.from({ length: 32 }, (_, at) => at);
const NONCES = [new Uint8Array(32).fill(0x11), new Uint8Array(32).fill(0x22)];
const CARDS = ["B1", "B2", "D", "D", "G1", "G2", "S", "Y1"];

test("the test vector of docs/fairness.md", () => {
  const header = utf8('{"cartable":1,"game":"push"}');
  expect(fingerprint(SECRET)).toBe("630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd");
  expect(fingerprint(header)).toBe("53ab8f2bf48ca20d587af862581b6ed5d2ff59a49d63227be498c478e2b15302");
  const key = dealKey(SECRET, header, NONCES);
  expect(hex(key)).toBe("3630d09b0eee42a0a432171835e6730b6d1372d156e18591616ca9adea61c125");
  expect(index(key, "deal", 0, 0, 8n)).toBe(5n);
  expect(index(key, "retry", 0, 0, 2n ** 63n + 1n)).toBe(4993002412017085200n);
  expect(shuffled(key, "deal", 0, CARDS)).toEqual(["G2", "S", "G1", "Y1", "D", "D", "B2", "B1"]);
  expect(shuffled(key, "deal", 1, CARDS)).toEqual(["S", "G1", "B2", "Y1", "B1", "D", "D", "G2"]);
  const faces = ["blue", "green", "purple", "red", "star", "yellow"];
  expect([0, 1, 2, 3, 4, 5].map((roll) => shuffled(key, "roll", roll, faces)[0])).toEqual(["blue", "yellow", "star", "red", "blue", "purple"]);
  expect(() => bytes("0G")).toThrow("hex");
});

const line = JSON.stringify({ game: "push", seats: [{ name: "Ann", kind: "human" }, { name: "Bob", kind: "bot" }], commitment: fingerprint(SECRET), nonces: NONCES.map(fingerprint) });

function frame(n: number, seat: number, act: string, more: Partial<ReplayFrame> = {}): ReplayFrame {
  return { n, seat, act, at_ms: n, ...more };
}

function dealt(): Replay {
  const order = shuffled(dealKey(SECRET, utf8(line), NONCES), "deal", 0, CARDS);
  return {
    id: "m",
    header: JSON.parse(line),
    line,
    hash: fingerprint(utf8(line)),
    view: { pile: 8, seen: [] },
    preview: { bust: 0 },
    frames: order.slice(0, 3).map((card, slot) => frame(slot, -1, `deal ${card}`, { due: ["deal", 0, slot], patch: { "~": { pile: 7 - slot } } })),
    shuffles: [{ verb: "deal", shuffle: 0, among: CARDS }],
    outcome: null,
    reveal: { secret: hex(SECRET), nonces: NONCES.map(hex) },
  };
}

test("a match whose draws are all as they had to be", () => {
  const replay = dealt();
  const [header, mine] = [replay.hash, hex(NONCES[1]!)];
  expect(verify(replay, null)).toEqual({ what: "verified", draws: 3, part: "not-kept" });
  expect(verify(replay, { header, nonce: null })).toEqual({ what: "verified", draws: 3, part: "not-asked" });
  expect(verify(replay, { header, nonce: mine })).toEqual({ what: "verified", draws: 3, part: "with" });
  expect(verify(replay, { header, nonce: "00".repeat(32) })).toEqual({ what: "verified", draws: 3, part: "left-out" });
  expect(partsOf(replay.line)).toEqual({ devices: 2, people: 1 });
  expect(partsOf("?")).toEqual({ devices: 0, people: 0 });
});

test("what was altered is found, and the first draw that differs named", () => {
  const replay = dealt();
  const [first, second, third] = replay.frames as [ReplayFrame, ReplayFrame, ReplayFrame];
  const altered = { ...replay, frames: [first, { ...second, act: "deal P6" }, third] };
  expect(verify(altered, null)).toEqual({ what: "draw", n: 1, expected: second.act, found: "deal P6" });
  expect(verify({ ...replay, frames: [frame(0, -1, first.act)] }, null).what).toBe("draw");
  expect(verify(replay, { header: "0".repeat(64), nonce: hex(NONCES[1]!) }).what).toBe("header");
  expect(verify({ ...replay, line: `${line} ` }, null).what).toBe("line");
  expect(verify({ ...replay, reveal: null }, null).what).toBe("no-reveal");
  expect(verify({ ...replay, reveal: { secret: "00".repeat(32), nonces: NONCES.map(hex) } }, null).what).toBe("secret");
  expect(verify({ ...replay, reveal: { secret: hex(SECRET), nonces: [hex(NONCES[0]!)] } }, null).what).toBe("nonces");
  expect(verify({ ...replay, reveal: { secret: "no", nonces: [] } }, null).what).toBe("unreadable");
});

test("moments, forwards and back", () => {
  const frames = Array.from({ length: 80 }, (_, n) =>
    frame(n, n % 3 ? -1 : 0, "x", { patch: { "~": { pile: n } }, preview: { "~": { bust: n } }, events: [[n, 0, { event: "e" }]] }));
  const film = new Film({ ...dealt(), frames });
  for (const at of [0, 80, 26, 25, 1, 79, 40]) {
    expect(film.moment(at).view["pile"]).toBe(at ? at - 1 : 8);
    expect(film.moment(at).preview).toEqual({ bust: at ? at - 1 : 0 });
  }
  expect(film.names).toEqual(["Ann", "Bob"]);
  expect(film.log(5)).toHaveLength(5);
  expect(film.events(0)).toEqual([]);
  // The dealer's acts belong to what they answer.
  expect([film.next(0, 1), film.next(3, 1), film.next(80, 1)]).toEqual([3, 6, 80]);
  expect([film.next(6, -1), film.next(3, -1), film.next(0, -1)]).toEqual([3, 0, 0]);
});

test("a replay goes on by itself, and every step or jump stops it", () => {
  vi.useFakeTimers();
  const moved = vi.fn();
  const playback = new Playback(moved);
  playback.film = new Film({ ...dealt(), frames: Array.from({ length: 4 }, (_, n) => frame(n, 0, "x", { events: [[n, 0, { event: `e${n}` }]] })) });
  playback.cut(1);
  expect([playback.touched, playback.events]).toEqual([false, []]);
  playback.toggle();
  vi.runOnlyPendingTimers();
  expect([playback.at, playback.events]).toEqual([2, [{ event: "e1" }]]);
  playback.step(-1);
  expect([playback.at, playback.events, playback.playing]).toEqual([1, [], false]);
  vi.runAllTimers();
  expect(playback.at).toBe(1);
  playback.toggle();
  vi.runAllTimers();
  expect([playback.at, playback.playing]).toEqual([4, false]);
  playback.toggle();
  expect([playback.at, playback.playing], "from the beginning again").toEqual([0, true]);
  playback.jump(9);
  expect([playback.at, playback.playing]).toEqual([4, false]);
  expect(moved).toHaveBeenCalledTimes(8);
  vi.useRealTimers();
});

test("what lag cost", () => {
  const race = (...calls: object[]) => frame(0, 0, "call 1", { receipt: { calls } });
  const far = { seat: 0, call: "call 1", time: 400, give: 6, verdict: "first", elapsed: 600, ack: 200, claim: 380, bound: 200 };
  const near = { seat: 1, call: "call 1", time: 410, give: 6, verdict: "later", gap: 10, elapsed: 430, ack: 20, claim: 410, bound: 40 };
  const bot = { seat: 2, call: "call 1", time: 500, give: 6, verdict: "later", gap: 100 };
  const bills = lagBills([race(far, near, bot), frame(1, 0, "turn"), race(near)], 3, true);
  expect(bills).toEqual([
    { races: 1, given: 200, kept: 20, saved: 1 },
    { races: 1, given: 20, kept: 0, saved: 0 },
    { races: 0, given: 0, kept: 0, saved: 0 },
  ]);
  expect(lagBills([race(far, near)], 2, false)[0]!.saved).toBe(0);
  expect(median([3, 1, 2, 10])).toBe(2.5);
});

test("headers and parts are remembered by match, the latest ones", () => {
  const parts = { devices: 1, people: 2 };
  keepPart("a", { header: "1", nonce: null, parts });
  keepPart("a", { header: "2", nonce: "n", parts });
  expect([keptPart("a"), keptPart("b")]).toEqual([{ header: "2", nonce: "n", parts }, null]);
  for (let n = 0; n < 250; n++) keepPart(String(n), { header: "x", nonce: null, parts });
  expect(keptPart("a")).toBeNull();
  keep("headers", [["old", "h"]]); // as an earlier version kept it
  expect(keptPart("old")).toEqual({ header: "h", nonce: null, parts: { devices: 0, people: 0 } });
});
