// Deals anyone can verify: the twin of matches/deal/fairdeal.py. docs/fairness.md says all of this to the byte.
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

/** Of deal numbers: no vowels, and no digit that looks like one of the letters. */
const NUMBER_LETTERS = "3479BCDFGHJKMNPQRSTVWXZ";
const NUMBER_LENGTH = 8;
const NUMBER = new RegExp(`^[${NUMBER_LETTERS}]{${NUMBER_LENGTH}}$`);
const NUMBER_ROUNDS = 16_384;
const SALT_BYTES = 24;

export const isDealNumber = (text: string): boolean => NUMBER.test(text);

/** The deal number that follows from the key of a deal. */
export function derivedNumber(key: Uint8Array): string {
  const letters = Array.from({ length: NUMBER_LENGTH }, (_, place) => index(key, "number", 0, place, BigInt(NUMBER_LETTERS.length)));
  return letters.map((at) => NUMBER_LETTERS[Number(at)]).join("");
}

/** The deal number that was entered, in the secret that binds the host to it; empty: there is none. */
export function numberIn(secret: Uint8Array): string {
  const number = String.fromCharCode(...secret.slice(SALT_BYTES));
  return isDealNumber(number) ? number : "";
}

/** The key of all deals with a number, in a game, among so many. */
export function cardsKey(number: string, game: string, players: number): Uint8Array<ArrayBuffer> {
  return hmac(hashed(number), utf8(`${game}|${players}`));
}

const known = new Map<string, Uint8Array>();

/** Slow on purpose, so that nobody tries all numbers during a match: each is worked out once. */
function hashed(number: string): Uint8Array {
  let digest = known.get(number);
  if (!digest) {
    digest = utf8(number);
    for (let round = 0; round < NUMBER_ROUNDS; round++) digest = sha256(digest);
    known.set(number, digest);
  }
  return digest;
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
