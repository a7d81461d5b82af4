// Whether every draw of a match is the one that the secret and the nonces give, worked out here, on this device.
// Which place of which shuffle a draw shows follows from the rules and is taken from the server; `cartable verify`
// plays the exported log again to check that too.
import { bytes, cardsKey, dealKey, derivedNumber, fingerprint, numberIn, shuffled } from "../lib/fairdeal.ts";
import type { KeptPart } from "../lib/net/nonces.ts";
import { utf8 } from "../lib/sha256.ts";
import type { Replay } from "../wire.gen.ts";

const DEALER = -1;

/** What this device kept of the deal, if anything. */
type Kept = Pick<KeptPart, "header" | "nonce"> | null;

/** What the header that was agreed on promises. */
interface Promised {
  readonly commitment?: string;
  readonly nonces?: readonly string[];
  readonly game: string;
  readonly players: number;
  readonly deal_number?: "new" | "given";
}

interface Reveal {
  readonly secret: string;
  readonly nonces: readonly string[];
}

/** How this device had to do with a deal: its part is in the header that it kept; it had one, but the header is without
 * it; it kept the header alone; it kept nothing; or a deal number was entered, and no device had a part. Only the first proves that nobody chose the cards. */
export type Part = "with" | "left-out" | "not-asked" | "not-kept" | "given";

export type Verdict =
  | { readonly what: "verified"; readonly draws: number; readonly part: Part; /** The deal number, where there is one. */ readonly number?: string }
  | { readonly what: "no-reveal" | "header" | "line" | "secret" | "nonces" | "unreadable" }
  | { readonly what: "draw"; readonly n: number; readonly expected: string; readonly found: string };

/** `kept` is what this device kept when the match was dealt; null: nothing. */
export function verify(replay: Replay, kept: Kept): Verdict {
  try {
    return checked(replay, kept);
  } catch {
    return { what: "unreadable" };
  }
}

function checked(replay: Replay, kept: Kept): Verdict {
  const line = utf8(replay.line);
  const hash = fingerprint(line);
  if (kept && hash !== kept.header) return { what: "header" };
  if (hash !== replay.hash) return { what: "line" };
  const reveal = replay.reveal as Reveal | null;
  if (!reveal) return { what: "no-reveal" };
  const promised = JSON.parse(replay.line) as Promised;
  const secret = bytes(reveal.secret);
  const nonces = reveal.nonces.map(bytes);
  if (fingerprint(secret) !== promised.commitment) return { what: "secret" };
  if (nonces.map(fingerprint).join() !== (promised.nonces ?? []).join()) return { what: "nonces" };
  const key = dealKey(secret, line, nonces);
  if (!promised.deal_number) return draws(replay, key, partIn(promised, kept), "");
  const number = promised.deal_number === "new" ? derivedNumber(key) : numberIn(secret);
  if (!number) return { what: "secret" };
  const part = promised.deal_number === "new" ? partIn(promised, kept) : "given";
  return draws(replay, cardsKey(number, promised.game, promised.players), part, number);
}

function partIn(promised: Promised, kept: Kept): Part {
  if (!kept) return "not-kept";
  if (kept.nonce === null) return "not-asked";
  return promised.nonces?.includes(fingerprint(bytes(kept.nonce))) ? "with" : "left-out";
}

function draws(replay: Replay, key: Uint8Array, part: Part, number: string): Verdict {
  const orders = new Map<string, readonly string[]>();
  for (const { verb, shuffle, among } of replay.shuffles)
    orders.set(`${verb} ${shuffle}`, shuffled(key, verb, shuffle, [...among].sort(byCode)));
  let count = 0;
  for (const { n, seat, act, due } of replay.frames) {
    if (seat !== DEALER) continue;
    const [verb, shuffle, slot] = due ?? ["?", 0, 0];
    const expected = `${verb} ${orders.get(`${verb} ${shuffle}`)?.[slot] ?? "?"}`;
    if (act !== expected) return { what: "draw", n, expected, found: act };
    count++;
  }
  return { what: "verified", draws: count, part, ...(number && { number }) };
}

/** By the codes of the letters, whatever the language of this device. */
function byCode(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
