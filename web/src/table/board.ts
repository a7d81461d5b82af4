// What every board is given, and how boards are found: games/<g>/Board.svelte, by the game's id.
import type { Component } from "svelte";
import type { Teller } from "../lib/i18n/teller.ts";
import type { Motion } from "../lib/stores/settings.svelte.ts";
import type { Listener } from "../lib/stores/updates.ts";
import type { Games, Opinion } from "../wire.gen.ts";
import type { RulesClock } from "./seconds.svelte.ts";

export interface BoardProps<View = Readonly<Record<string, unknown>>, Preview = unknown, Event extends { readonly event: string } = { readonly event: string }> {
  view: View;
  /** Computed by the rules from the view: odds, sums, worth. */
  preview: Preview;
  /** The written acts this seat may do now, in a stable order; empty when it is not to act. */
  legal: readonly string[];
  /** The viewer's seat; null: a spectator. */
  seat: number | null;
  names: readonly string[];
  /** The options of the game at this table. */
  options?: Readonly<Record<string, unknown>>;
  /** Whether the table wants chances shown; they are, unless it says no. */
  odds?: boolean;
  /** Send an act. Call it straight from the pointer or key event: the time of that event goes with it. */
  act: (text: string) => void;
  /** Why not? The shell shows and tells the reason; the board may use it too. */
  ask: (text: string) => Promise<Opinion>;
  /** Say why something cannot be done that is no act at all, and by which rule. */
  explain?: (reason: string, rule: string) => void;
  teller: Teller;
  /** Milliseconds a card travels; 0: none. */
  motion: Motion;
  /** Acts sent and not answered yet. */
  pending: readonly string[];
  /** What the latest update told: where cards come from and go to. */
  events: readonly Event[];
  /** Have `listener` called once with each update, for moments and sounds. Call it as the board is mounted; it returns the end of it. */
  onUpdate?: (listener: Listener<Event>) => () => void;
  /** The act that a hint, a lesson or a replay points at; it lights up (pointing.ts). */
  pointed?: string | undefined;
  /** By which the time is counted that the rules give; none: it is not counted. */
  clock?: RulesClock;
}

export type BoardOf<G extends keyof Games> = BoardProps<Games[G]["view"], Games[G]["preview"], Games[G]["event"]>;

/** Optional, games/<g>/voice.ts: the game's own answers for the status line and the ask keys. */
export interface Voice<P = BoardProps> {
  /** The status sentence, 32 letters at most; null: the table's own. */
  status?(props: P): string | null;
  /** In brass before it when it is on me; null: nothing, undefined: the table's own words. */
  pill?(props: P): string | null | undefined;
  /** The game's own keys, for the help: what is printed on them, and what they do. */
  keys?(props: P): readonly (readonly [key: string, what: string])[];
  hand?(props: P): string;
  piles?(props: P): string;
  scores?(props: P): string;
}

const BOARDS = import.meta.glob<{ default: Component<BoardProps> }>("../games/*/Board.svelte");
const VOICES = import.meta.glob<{ default: Voice }>("../games/*/voice.ts");

export interface Loaded {
  readonly Board: Component<BoardProps>;
  readonly voice: Voice;
}

const here = new Map<string, Loaded>();

/** The board of a game that has been loaded before: it is shown without waiting. */
export function boardHere(game: string): Loaded | null {
  return here.get(game) ?? null;
}

export async function boardOf(game: string): Promise<Loaded> {
  const known = here.get(game);
  if (known) return known;
  const board = BOARDS[`../games/${game}/Board.svelte`] ?? (() => import("./PlainBoard.svelte"));
  const voice = VOICES[`../games/${game}/voice.ts`];
  const [{ default: Board }, spoken] = await Promise.all([board(), voice?.()]);
  const loaded = { Board: Board as Component<BoardProps>, voice: spoken?.default ?? {} };
  here.set(game, loaded);
  return loaded;
}
