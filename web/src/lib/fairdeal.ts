// Deals anyone can verify: the twin of table/fairdeal.py. docs/fairness.md says all of this to the byte.
import { hex, sha256, utf8 } from "./sha256.ts";

const BLOCK = 64;
const DRAWN_BYTES = 8;
const SPAN = 2n ** 64n;

export function joined(...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

export function bytes(text: string): Uint8Array<ArrayBuffer> {
  if (!/^([0-9a-f]{2})*$/.test(text)) throw new Error(`expected bytes in lower-case hex, got "${text}"`);
  return Uint8Array.from(text.match(/../g) ?? [], (digits) => parseInt(digits, 16));
}

/** SHA-256 in hex: the commitment to a secret, the hash of a nonce or of a header. */
export function fingerprint(data: Uint8Array): string {
  return hex(sha256(data));
}

export function hmac(key: Uint8Array, message: Uint8Array): Uint8Array<ArrayBuffer> {
  const short = key.length > BLOCK ? sha256(key) : key;
  const [inner, outer] = [new Uint8Array(BLOCK).fill(0x36), new Uint8Array(BLOCK).fill(0x5c)];
  for (const [at, byte] of short.entries()) {
    inner[at]! ^= byte;
    outer[at]! ^= byte;
  }
  return sha256(joined(outer, sha256(joined(inner, message))));
}

/** The key of all deals of a match. */
export function dealKey(secret: Uint8Array, header: Uint8Array, nonces: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  return hmac(secret, joined(header, utf8("\n"), ...nonces));
}

/** An even choice from 0 to `below` - 1. The few numbers that would favour the first ones are drawn again. */
export function index(key: Uint8Array, label: string, shuffle: number, place: number, below: bigint): bigint {
  const fair = SPAN - (SPAN % below);
  for (let retry = 0; ; retry++) {
    const digest = hmac(key, utf8(`${label}|${shuffle}|${place}|${retry}`));
    const drawn = new DataView(digest.buffer, 0, DRAWN_BYTES).getBigUint64(0);
    if (drawn < fair) return drawn % below;
  }
}

/** These cards in the order of the `shuffle`-th shuffle with this label: Fisher-Yates, first place first. */
export function shuffled(key: Uint8Array, label: string, shuffle: number, cards: readonly string[]): string[] {
  const order = [...cards];
  for (let place = 0; place < order.length - 1; place++) {
    const other = place + Number(index(key, label, shuffle, place, BigInt(order.length - place)));
    [order[place], order[other]] = [order[other]!, order[place]!];
  }
  return order;
}
