// The headers this device saw before the first card, by their hashes: a server cannot put another in their place later.
import { keep, kept } from "./keep.ts";

/** The latest ones; older matches are verified without. */
const REMEMBERED = 200;

type Headers = readonly (readonly [match: string, hash: string])[];

function headers(): Headers {
  const found = kept("headers");
  return Array.isArray(found) ? (found as Headers) : [];
}

export function keepHeader(match: string, hash: string): void {
  const others = headers().filter(([known]) => known !== match);
  keep("headers", [...others, [match, hash]].slice(-REMEMBERED));
}

export function keptHeader(match: string): string | null {
  return headers().find(([known]) => known === match)?.[1] ?? null;
}
