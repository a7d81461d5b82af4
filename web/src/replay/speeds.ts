// How fast a film plays.

export const SPEEDS = [0.5, 1, 2, 4] as const;
export type Speed = (typeof SPEEDS)[number];

/** How long a moment stands at normal speed: as long as it took, within these bounds, in milliseconds. */
const STANDS = [500, 1600] as const;

export function standsFor(tookMs: number, speed: Speed): number {
  const [least, most] = STANDS;
  return Math.max(least, Math.min(most, tookMs)) / speed;
}

export function nextSpeed(speed: Speed): Speed {
  return SPEEDS[(SPEEDS.indexOf(speed) + 1) % SPEEDS.length]!;
}

/** How long after the beginning, in minutes and seconds. */
export function clock(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
