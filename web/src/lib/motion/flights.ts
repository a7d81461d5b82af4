// Cards that travel from where they were to where they go, whatever components they lie in. Every card on the page says
// which card it is (`flies`), places that cards come from or go to have a name (`spot`). All are measured before and after
// the view changes; a card that is drawn elsewhere flies there from where one of the same name was.
import type { Attachment } from "svelte/attachments";
import { play } from "../sound.ts";
import { asCard, fall, fly, glow, type Box } from "./paths.ts";

type Named = string | null | undefined | (() => string | null | undefined);

export interface Flier {
  /** The card's name. Several cards may have the same. */
  readonly card: string;
  /** The spot it comes from when it was not seen before. */
  readonly from?: Named;
  /** The spot it goes to when it is not seen any more; `FALLS`: it falls off the table. */
  readonly to?: Named;
  /** Coming from that spot, or going to it, it is turned over on the way. */
  readonly turn?: boolean;
}

interface Seen extends Flier {
  readonly node: HTMLElement;
  readonly box: Box;
}

/** For a card that nobody gets: it falls, turns and fades. */
export const FALLS = "falls";

/** Somebody who has been away does not want to see what has happened: it is simply there. */
const BEHIND_MS = 400;
/** Less than this is no way to go. */
const NEAR_PX = 3;
/** Cards that go together leave one after the other, all within this. */
const STAGGER_MS = 40;
const ALL_STAGGER_MS = 80;

export class Flights {
  readonly #fliers = new Map<HTMLElement, Flier>();
  readonly #spots = new Map<string, HTMLElement[]>();
  /** Where everything lay; null: it has flown already. */
  #before: readonly Seen[] | null = null;
  #spotted = new Map<string, Box>();
  #measured = -Infinity;

  join(node: HTMLElement, flier: Flier): () => void {
    this.#fliers.set(node, flier);
    return () => {
      if (this.#fliers.get(node) === flier) this.#fliers.delete(node);
    };
  }

  mark(node: HTMLElement, name: string): () => void {
    this.#spots.set(name, [...(this.#spots.get(name) ?? []), node]);
    return () => {
      this.#spots.set(name, (this.#spots.get(name) ?? []).filter((each) => each !== node));
    };
  }

  /** Where everything lies, before the view changes. */
  before(): void {
    this.#before = this.#seen();
    this.#spotted = new Map([...this.#spots].flatMap(([name, [node]]) => (node ? [[name, node.getBoundingClientRect()] as const] : [])));
    this.#measured = performance.now();
  }

  /** Let everything fly that lies elsewhere since `before()`, once. `ms`: how long; 0: it only glows up. */
  after(ms: number): void {
    const before = this.#before;
    this.#before = null;
    if (!before || document.hidden || performance.now() - this.#measured > BEHIND_MS) return;
    const now = this.#seen();
    const still = new Map(before.map((each) => [each.node, each]));
    const gone = before.filter((each) => !now.some(({ node, card }) => node === each.node && card === each.card));
    const flights: (() => void)[] = [];
    for (const each of now) {
      const was = still.get(each.node);
      const same = was?.card === each.card ? was : take(gone, each.card);
      const start = same?.box ?? this.#where(each.from, each.box);
      // What is turned over where it lies does so too.
      if (start && (far(start, each.box) || (!same && each.turn))) flights.push(() => this.#start(each, start, same, ms, flights.length));
    }
    for (const each of gone) {
      const end = this.#where(each.to, each.box);
      if (named(each.to) === FALLS) flights.push(() => fall(each.node, each.box, ms));
      else if (end) flights.push(() => this.#leave(each, end, ms, flights.length));
    }
    for (const start of flights) start();
    if (flights.length && ms) play("slide");
  }

  #waited = 0;
  #wait(all: number): number {
    const step = Math.min(STAGGER_MS, ALL_STAGGER_MS / Math.max(1, all - 1));
    return step * (this.#waited++ % Math.max(1, all));
  }

  /** `before`: where it lay; nothing: it is new. */
  #start(each: Seen, from: Box, before: Seen | undefined, ms: number, all: number): void {
    if (!ms) return glow(each.node);
    const turns = !before && each.turn === true;
    const stays = before?.node === each.node;
    if (turns) play("flick");
    fly(each.node, from, each.box, { ms, turns, back: this.#back(each.from), inPlace: stays, delay: stays ? 0 : this.#wait(all) });
  }

  #leave(each: Seen, to: Box, ms: number, all: number): void {
    fly(each.node, each.box, to, { ms, leaves: true, turns: each.turn === true, back: this.#back(each.to), delay: this.#wait(all) });
  }

  /** What cards of a spot look like from behind, where one is seen there. */
  #back(place: Named): Element | null {
    return this.#spots.get(named(place) ?? "")?.[0]?.querySelector("svg.card") ?? null;
  }

  #seen(): readonly Seen[] {
    return [...this.#fliers]
      .map(([node, flier]) => ({ ...flier, node, box: node.getBoundingClientRect() }))
      .filter(({ box }) => box.width > 0);
  }

  /** A spot, as a card would lie there. */
  #where(place: Named, card: Box): Box | null {
    const name = named(place);
    const spot = name ? (this.#spots.get(name)?.[0]?.getBoundingClientRect() ?? this.#spotted.get(name)) : undefined;
    return spot ? asCard(spot, card) : null;
  }
}

function named(place: Named): string | null | undefined {
  return typeof place === "function" ? place() : place;
}

function take(gone: Seen[], card: string): Seen | undefined {
  const at = gone.findIndex((each) => each.card === card);
  return at < 0 ? undefined : gone.splice(at, 1)[0];
}

function far(one: Box, other: Box): boolean {
  return Math.hypot(one.left - other.left, one.top - other.top) + Math.abs(one.width - other.width) > NEAR_PX;
}

export const flights = new Flights();

export function flies(flier: Flier): Attachment<HTMLElement> {
  return (node) => flights.join(node, flier);
}

export function spot(name: string): Attachment<HTMLElement> {
  return (node) => flights.mark(node, name);
}
