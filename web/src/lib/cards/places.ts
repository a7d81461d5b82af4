// A hand in which every card keeps its place while others come and go: nothing moves away under the thumb.

/** By place, so many at least; empty where there is no card. New cards come to the first empty places. */
export function inPlaces(before: readonly string[], hand: readonly string[], least: number): readonly string[] {
  const kept = Array.from({ length: Math.max(least, hand.length) }, (_, at) => (hand.includes(before[at] ?? "") ? before[at]! : ""));
  const fresh = hand.filter((card) => !kept.includes(card));
  return kept.map((card) => card || (fresh.shift() ?? ""));
}
