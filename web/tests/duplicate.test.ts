// Deal numbers: read as people type them, and the same cards as the server deals.
import { expect, test } from "vitest";
import { above, decimal, readNumber, readNumbers } from "../src/duplicate/deals.ts";
import { words } from "../src/lib/i18n/words.svelte.ts";
import { bytes, cardsKey, dealKey, derivedNumber, fingerprint, numberIn, shuffled } from "../src/lib/fairdeal.ts";
import { parse } from "../src/lib/routes.ts";
import { hex, utf8 } from "../src/lib/sha256.ts";
import { verify } from "../src/replay/verify.ts";
import type { Replay } from "../src/wire.gen.ts";

test("a deal number is read from what people type, paste and share", () => {
  for (const text of ["K7M3PQ4X", " k7m3 pq4x ", "K7M3-PQ4X", "https://example.org/games/deal/K7M3PQ4X", "http://192.0.2.7:8765/deal/k7m3pq4x/here"])
    expect(readNumber(text)).toBe("K7M3PQ4X");
  for (const text of ["", "K7M3PQ4", "K7M3PQ4XX", "K7M3PQ4O", "new"]) expect(readNumber(text)).toBe("");
  expect(readNumbers("k7m3pq4x,nonsense,9ZWBTRD3,K7M3PQ4X")).toEqual(["K7M3PQ4X", "9ZWBTRD3"]);
});

test("the key of a number is the one of the document", () => {
  expect(hex(cardsKey("K7M3PQ4X", "push", 3))).toBe("1af3369dd4397569c1cd71bf5d8cb4a0136e50c92cf5ec3bbba31a3c36cce6d3");
  expect(derivedNumber(bytes("00".repeat(32)))).toBe("XZMDHRTV");
  expect(numberIn(Uint8Array.from([...new Uint8Array(24), ...utf8("K7M3PQ4X")]))).toBe("K7M3PQ4X");
  expect(numberIn(new Uint8Array(32))).toBe("");
});

test("results are written with their sign", async () => {
  await words.load("en");
  expect([3.25, -2, 0.04, -0.04].map(above)).toEqual(["+3.3", "\u22122", "0", "0"]);
  expect(decimal(41.5)).toBe("41.5");
});

test("the page of a deal has its address", () => {
  expect(parse("/deal/K7M3PQ4X", "/")).toEqual({ page: "deal", numbers: "K7M3PQ4X" });
  expect(parse("/deal/K7M3PQ4X,9ZWBTRD3/here", "/")).toEqual({ page: "deal", numbers: "K7M3PQ4X,9ZWBTRD3", here: "here" });
  expect(parse("/deal/K7M3PQ4X/there", "/")).toEqual({ page: "lost" });
});

const SECRET = Uint8Array.from([...new Uint8Array(24).fill(7), ...utf8("K7M3PQ4X")]);
const CARDS = ["B1", "B2", "D", "G1"];

function dealt(deal_number: "new" | "given", number: (line: string) => string): Replay {
  const header = { game: "push", players: 3, seats: [], commitment: fingerprint(SECRET), nonces: [], deal_number };
  const line = JSON.stringify(header);
  const order = shuffled(cardsKey(number(line), "push", 3), "deal", 0, CARDS);
  const frames = order.map((card, slot) => ({ n: slot, seat: -1, act: `deal ${card}`, at_ms: 0, due: ["deal", 0, slot] as const }));
  const shuffles = [{ verb: "deal", shuffle: 0, among: CARDS }];
  return { id: "m", header, line, hash: fingerprint(utf8(line)), view: {}, preview: {}, frames, shuffles, outcome: null, reveal: { secret: hex(SECRET), nonces: [] } };
}

test("the cards of a deal number are verified here, too", () => {
  expect(verify(dealt("given", () => "K7M3PQ4X"), null)).toEqual({ what: "verified", draws: 4, part: "given", number: "K7M3PQ4X" });
  expect(verify(dealt("given", () => "9ZWBTRD3"), null).what).toBe("draw");
  const followed = (line: string) => derivedNumber(dealKey(SECRET, utf8(line), []));
  expect(verify(dealt("new", followed), null)).toMatchObject({ what: "verified", part: "not-kept" });
  expect(verify(dealt("new", () => "K7M3PQ4X"), null).what).toBe("draw");
});
