// What lag cost each player, from the receipts of contested acts: docs/fairness.md has the arithmetic.
import { calls, type FullReceipt } from "./film.ts";
import type { ReplayFrame } from "../wire.gen.ts";

export interface LagBill {
  /** Contested acts of this seat that were measured: a bot has no connection, so none of its are. */
  readonly races: number;
  /** The median milliseconds that an act was under way and that were given back. */
  readonly given: number;
  /** The median milliseconds that were not: the device claimed them, and nothing proved them. */
  readonly kept: number;
  /** Races that the order of arrival would have taken from this seat. */
  readonly saved: number;
}

/** `timed`: the receipts tell reactions to one card. Else they tell instants, from which no order of arrival follows. */
export function lagBills(frames: readonly ReplayFrame[], seats: number, timed: boolean): readonly LagBill[] {
  const races = frames.map(calls).filter((race) => race.length > 1);
  return Array.from({ length: seats }, (_, seat) => billOf(seat, races, timed));
}

function billOf(seat: number, races: readonly (readonly FullReceipt[])[], timed: boolean): LagBill {
  const own = races.flat().filter((call) => call.seat === seat && measured(call));
  if (!own.length) return { races: 0, given: 0, kept: 0, saved: 0 };
  const saved = races.filter((race) => timed && ahead(seat, race) && firstToArrive(race) !== seat);
  return { races: own.length, given: median(own.map(given)), kept: median(own.map(kept)), saved: saved.length };
}

function measured(call: FullReceipt): boolean {
  return (call.elapsed ?? 0) > 0;
}

/** How long the act was under way, as far as the device's word goes: E - c. */
function lag(call: FullReceipt): number {
  const told = call.claim ?? null;
  return Math.max(0, told === null ? (call.ack ?? 0) : call.elapsed! - told);
}

function given(call: FullReceipt): number {
  return Math.min(lag(call), call.bound ?? 0);
}

function kept(call: FullReceipt): number {
  return lag(call) - given(call);
}

function ahead(seat: number, race: readonly FullReceipt[]): boolean {
  return race.some((call) => call.seat === seat && call.verdict !== "later" && measured(call));
}

function firstToArrive(race: readonly FullReceipt[]): number {
  const at = (call: FullReceipt) => (measured(call) ? call.elapsed! : call.time);
  return race.reduce((best, call) => (at(call) < at(best) ? call : best)).seat;
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}
