// Trio's board without its drawing: cards that keep their place in the hand, acts under way, keys.
import { inPlaces } from "../../lib/cards/places.ts";
import { CONSTANTS, type TrioEvent } from "../../wire.gen.ts";

export const { piles: PILES, each: EACH, signal_s: SIGNAL_S, grace_s: GRACE_S } = CONSTANTS.trio;
const { hand: HAND } = CONSTANTS.trio;
export type Pile = (typeof PILES)[number];

export function places(before: readonly string[], hand: readonly string[]): readonly string[] {
  return inPlaces(before, hand, HAND);
}

export interface Lay {
  readonly card: string;
  readonly pile: string;
}

const LAY = /^lay (\S+) (\S+)(?: on \S+)?$/;

/** The cards on their way to a pile, in the order they were laid. */
export function laysIn(pending: readonly string[]): readonly Lay[] {
  return pending.flatMap((text) => {
    const found = LAY.exec(text);
    return found ? [{ card: found[1]!, pile: found[2]! }] : [];
  });
}

/** What lies on top of each pile for this player: a card of one's own that is under way may already be laid upon. */
export function topsOf(centre: Readonly<Record<string, readonly string[]>>, lays: readonly Lay[]): Readonly<Record<string, string>> {
  const tops: Record<string, string> = Object.fromEntries(PILES.map((pile) => [pile, centre[pile]?.at(-1) ?? ""]));
  for (const { card, pile } of lays) tops[pile] = card;
  return tops;
}

/** Cards that were under way, are no longer, and are still in the hand: they come back. */
export function comeBack(before: readonly Lay[], lays: readonly Lay[], hand: readonly string[]): readonly string[] {
  return before.map(({ card }) => card).filter((card) => hand.includes(card) && !lays.some((lay) => lay.card === card));
}

export const layOf = (card: string, pile: string, on = ""): string => `lay ${card} ${pile}${on && ` on ${on}`}`;
export const faultOf = (pile: string, on = ""): string => `fault ${pile}${on && ` on ${on}`}`;

/** TRIO-14: the cards below the top that can be accused too, as only their own player has covered them. */
export function coveredIn(pile: string, below: readonly string[], legal: readonly string[]): readonly string[] {
  return below.filter((card) => legal.includes(faultOf(pile, card)));
}

export const PASS = "pass";

export type Meant = { readonly hand: number } | { readonly lay: Pile } | { readonly fault: Pile } | { readonly covered: Pile } | "go" | typeof PASS;

/** Keys by their place: 1 2 3 the hand, U I O the piles, 7 8 9 above them the faults, 4 5 6 those of covered cards, 0 to pass; in the block of numbers as they lie. */
const KEYS: ReadonlyMap<string, Meant> = new Map<string, Meant>([
  ["Space", "go"],
  ["Digit0", PASS],
  ["Numpad0", PASS],
  ...[0, 1, 2].flatMap((hand): [string, Meant][] => [[`Digit${hand + 1}`, { hand }], [`Numpad${hand + 1}`, { hand }]]),
  ...PILES.flatMap((pile, at): [string, Meant][] => [
    [["KeyU", "KeyI", "KeyO"][at]!, { lay: pile }],
    [`Numpad${at + 4}`, { lay: pile }],
    [`Digit${at + 7}`, { fault: pile }],
    [`Digit${at + 4}`, { covered: pile }],
    [`Numpad${at + 7}`, { fault: pile }],
  ]),
]);
/** What is written on the keys: U, I and O lie in the same place on every keyboard of our readers. */
export const SHOWN: Readonly<Record<Pile, readonly [lay: string, fault: string, covered: string]>> = {
  same: ["U", "7", "4"],
  step: ["I", "8", "5"],
  different: ["O", "9", "6"],
};

export function keyMeans(code: string): Meant | null {
  return KEYS.get(code) ?? null;
}

/** What stopped the play, or null when it goes on; undefined: nothing of the kind was told. */
export function whyStopped(events: readonly TrioEvent[]): TrioEvent | null | undefined {
  let found: TrioEvent | null | undefined;
  for (const event of events) {
    switch (event.event) {
      case "fault-proved":
      case "fault-disproved":
      case "last-card-laid":
      case "last-card-wrong":
      case "round-ended":
        found = event;
        break;
      case "play-started":
      case "play-resumed":
        found = null;
        break;
    }
  }
  return found;
}

/** A card that was called a fault, or proved wrong at the end: what the moment shows. */
export interface Accusation {
  readonly proved: boolean;
  /** Whoever called it; null: the table itself. */
  readonly seat: number | null;
  readonly by: number;
  readonly card: string;
  /** What it lay on; empty: nobody has seen it. */
  readonly below: string;
  readonly pile: string;
}

type Centre = Readonly<Record<string, readonly string[]>>;

/**
 * The accusations in what an update told: in calm play there may be several. What a card lay on is found in the piles as
 * they lay just then, from how they lay before the update; where nobody saw that, in the piles after it.
 */
export function accusationsIn(events: readonly TrioEvent[], before: Centre, after: Centre): readonly Accusation[] {
  const found: Accusation[] = [];
  const centre: Record<string, readonly string[]> = { ...before };
  for (const event of events)
    switch (event.event) {
      case "card-laid":
      case "last-card-laid":
        centre[event.pile] = [...(centre[event.pile] ?? []).filter((card) => card !== event.card), event.card];
        break;
      case "card-returned":
        centre[event.pile] = (centre[event.pile] ?? []).filter((card) => card !== event.card);
        break;
      case "fault-proved":
      case "fault-disproved":
      case "last-card-wrong": {
        const { card, pile } = event;
        const cards = [centre, after].map((piles) => piles[pile] ?? []).find((each) => each.includes(card)) ?? after[pile] ?? [];
        const below = (cards.includes(card) ? cards[cards.indexOf(card) - 1] : cards.at(-1)) ?? "";
        const by = event.event === "fault-proved" ? event.culprit : event.event === "fault-disproved" ? event.accused : event.seat;
        found.push({ proved: event.event !== "fault-disproved", seat: event.event === "last-card-wrong" ? null : event.seat, by, card, below, pile });
      }
    }
  return found;
}

/** Calm play: what came of each seat's choice, where an update told it. */
export function effectsIn(events: readonly TrioEvent[]): ReadonlyMap<number, TrioEvent> {
  const found = new Map<number, TrioEvent>();
  for (const event of events)
    switch (event.event) {
      case "card-laid":
      case "last-card-laid":
      case "card-came-back":
      case "fault-proved":
      case "fault-disproved":
      case "fault-dropped":
      case "passed":
        found.set(event.seat, event);
    }
  return found;
}

/** Which cards an update moved between people and piles: who laid them, who got them back. */
export function movedIn(events: readonly TrioEvent[]): { readonly laid: ReadonlyMap<string, number>; readonly returned: ReadonlyMap<string, number> } {
  const [laid, returned] = [new Map<string, number>(), new Map<string, number>()];
  for (const event of events)
    if (event.event === "card-laid" || event.event === "last-card-laid") laid.set(event.card, event.seat);
    else if (event.event === "card-returned") returned.set(event.card, event.seat);
  return { laid, returned };
}
