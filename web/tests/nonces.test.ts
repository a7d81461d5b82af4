import { expect, test } from "vitest";
import { bytes, fingerprint } from "../src/lib/fairdeal.ts";
import { Nonces } from "../src/lib/net/nonces.ts";
import { utf8 } from "../src/lib/sha256.ts";
import { verify } from "../src/replay/verify.ts";
import type { DealHeader, Replay } from "../src/wire.gen.ts";

const S = "07".repeat(32);

function header(deal: number, nonces: readonly string[], secret = S, name = "Ann"): DealHeader {
  const line = JSON.stringify({ seats: [{ name, kind: "human" }], commitment: fingerprint(bytes(secret)), nonces });
  return { t: "header", deal, line, hash: fingerprint(utf8(line)) };
}

/** What a server tells after a match without a draw, which it may write as it likes. */
function told({ line, hash }: DealHeader, secret: string, nonces: readonly string[]): Replay {
  return { id: "m", header: {}, line, hash, view: {}, preview: {}, frames: [], shuffles: [], outcome: null, reveal: { secret, nonces } };
}

test("a nonce is told for the header that holds its hash, and that header is kept", () => {
  const part = new Nonces();
  const promised = part.hash(1);
  const agreed = header(1, [fingerprint(bytes("22".repeat(32))), promised]);
  const nonce = part.open(agreed)!;
  expect(fingerprint(bytes(nonce))).toBe(promised);
  expect(part.leftOut).toBe(false);
  expect(part.take()).toEqual({ header: agreed.hash, nonce, parts: { devices: 2, people: 1 } });
  expect(verify(told(agreed, S, ["22".repeat(32), nonce]), { header: agreed.hash, nonce })).toEqual({ what: "verified", draws: 0, part: "with" });
});

test("a server that chooses its secret after it knows the nonce is not called verified with our part", () => {
  const part = new Nonces();
  const promised = part.hash(1);
  const nonce = part.open(header(1, [promised]))!;
  // It has seen everything: now it has a header with a secret that deals what it likes.
  const chosen = "5c".repeat(32);
  const second = header(1, [promised], chosen);
  expect(part.open(second)).toBeNull();
  const kept = part.take()!;
  expect(kept.header).toBe(header(1, [promised]).hash);
  expect(verify(told(second, chosen, [nonce]), kept).what).toBe("header");
});

test("a deal that is announced again after the nonce was told gets another nonce", () => {
  const part = new Nonces();
  const promised = part.hash(1);
  expect(part.hash(1)).toBe(promised); // the line was lost before anything was told
  part.open(header(1, [promised]));
  expect(part.hash(1)).not.toBe(promised);
  expect(part.hash(2)).not.toBe(promised);
});

test("a header that lacks our hash is noticed, wherever else it may stand", () => {
  const part = new Nonces();
  const promised = part.hash(1);
  const without = header(1, [], S, promised);
  expect(part.open(without)).toBeNull();
  expect(part.leftOut).toBe(true);
  expect(verify(told(without, S, []), part.take())).toEqual({ what: "verified", draws: 0, part: "left-out" });
  part.hash(2);
  expect(part.open({ ...header(2, [part.hash(2)]), hash: "0".repeat(64) })).toBeNull();
  expect(part.open({ t: "header", deal: 2, line: "?", hash: fingerprint(utf8("?")) })).toBeNull();
});

test("who only watches keeps the header alone", () => {
  const part = new Nonces();
  const seen = header(1, []);
  expect(part.open(seen)).toBeNull();
  expect(verify(told(seen, S, []), part.take())).toEqual({ what: "verified", draws: 0, part: "not-asked" });
  part.open(seen);
  part.forget();
  expect(part.take()).toBeNull();
});
