// Tiles in a space of their own: as large as they go, in as few lines as are large enough.

export interface Placed {
  /** The middle. */
  readonly x: number;
  readonly y: number;
  readonly size: number;
}

export interface Space {
  readonly top: number;
  readonly bottom: number;
  /** From where to where there is room between two heights. */
  span(from: number, to: number): readonly [from: number, to: number];
  /** Tiles begin at the start of the room; else they stand in its middle. */
  readonly start?: boolean;
  /** So large is large enough: another line would be worth nothing. */
  readonly enough: number;
}

const GAP = 3;
const LEAST = 46;
/** Tiles may lie on the frames of others, never on their objects, which end at this part of a tile. */
const OBJECT = 0.815;
/** Another line must make tiles so much larger, once they are large enough: what stands side by side is read faster. */
const WORTH_A_LINE = 1.12;
const STEPS = 14;
/** From one tile to the next. */
type Pitch = (size: number) => number;
const PITCHES: readonly Pitch[] = [(size) => size + GAP, ...[0.97, 0.92, 0.87, OBJECT].map((part) => (size: number) => size * part)];

const KNOWN = new Map<number, readonly (readonly number[])[]>();

/** How `count` tiles can be set in lines, few lines first, even ones first. */
function settings(count: number): readonly (readonly number[])[] {
  const known = KNOWN.get(count) ?? found(count);
  KNOWN.set(count, known);
  return known;
}

function found(count: number): readonly (readonly number[])[] {
  const all: number[][] = [];
  const fill = (left: number, lines: number[]) => {
    if (!left) all.push(lines);
    else if (lines.length < 4) for (let next = 1; next <= left; next += 1) fill(left - next, [...lines, next]);
  };
  fill(count, []);
  const uneven = (lines: readonly number[]) => Math.max(...lines) - Math.min(...lines);
  return all.sort((a, b) => a.length - b.length || uneven(a) - uneven(b) || b[0]! - a[0]!);
}

function laid(lines: readonly number[], space: Space, size: number, pitch: Pitch): readonly Placed[] | null {
  const high = size + (lines.length - 1) * pitch(size);
  if (high > space.bottom - space.top) return null;
  const top = (space.top + space.bottom - high) / 2;
  const placed: Placed[] = [];
  for (const [at, many] of lines.entries()) {
    const y = top + at * pitch(size);
    const [from, to] = space.span(y, y + size);
    const long = size + (many - 1) * pitch(size);
    if (long > to - from) return null;
    const x = space.start ? from : (from + to - long) / 2;
    for (let each = 0; each < many; each += 1) placed.push({ x: x + size / 2 + each * pitch(size), y: y + size / 2, size });
  }
  return placed;
}

function largest(lines: readonly number[], space: Space, cap: number, pitch: Pitch): number {
  let [low, high] = [0, cap];
  if (laid(lines, space, cap, pitch)) return cap;
  for (let at = 0; at < STEPS; at += 1) {
    const size = (low + high) / 2;
    if (laid(lines, space, size, pitch)) low = size;
    else high = size;
  }
  return low;
}

/** The first tile is the one at the start, the others follow it outwards, line by line. */
export function packed(count: number, space: Space, cap: number): readonly Placed[] {
  const ways = settings(count);
  let best: { lines: readonly number[]; size: number; pitch: Pitch } | null = null;
  for (const pitch of PITCHES) {
    for (const lines of ways) {
      // Few lines are to be preferred, once they are large enough.
      if (best && best.size >= Math.min(cap, space.enough) && lines.length > best.lines.length) break;
      // What cannot be larger than the best so far is not worth a search.
      if (best && !laid(lines, space, best.size + 0.5, pitch)) continue;
      const size = largest(lines, space, cap, pitch);
      const more = best && lines.length > best.lines.length && best.size >= LEAST ? best.size * WORTH_A_LINE : (best?.size ?? 0) + 0.5;
      if (!best || size > more) best = { lines, size, pitch };
    }
    if (best!.size >= Math.min(cap, LEAST)) break;
  }
  return laid(best!.lines, space, best!.size, best!.pitch) ?? [];
}
