// What this device kept of its matches before the first card: the hash of the header, and its own part in the deal. A
// server cannot put another header in its place later, nor leave the part out without being noticed.
import { keep, kept } from "./keep.ts";
import type { KeptPart } from "./net/nonces.ts";

/** The latest ones; older matches are verified without. */
const REMEMBERED = 200;

type Entry = readonly [match: string, header: string, nonce?: string | null, devices?: number, people?: number];

function entries(): readonly Entry[] {
  const found = kept("headers");
  return Array.isArray(found) ? (found as readonly Entry[]) : [];
}

export function keepPart(match: string, { header, nonce, parts }: KeptPart): void {
  const others = entries().filter(([known]) => known !== match);
  keep("headers", [...others, [match, header, nonce, parts.devices, parts.people]].slice(-REMEMBERED));
}

export function keptPart(match: string): KeptPart | null {
  const found = entries().find(([known]) => known === match);
  return found ? { header: found[1], nonce: found[2] ?? null, parts: { devices: found[3] ?? 0, people: found[4] ?? 0 } } : null;
}
