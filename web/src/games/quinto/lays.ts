// Quinto: choosing a lay step by step, among the acts the server allows: a card, a place, perhaps a second card.
import { CONSTANTS, type QuintoLayPreview, type QuintoPreview } from "../../wire.gen.ts";

export const PLACES = CONSTANTS.quinto.places;
export type Place = (typeof PLACES)[number];

/** What has been picked so far. */
export interface Picked {
  readonly card: string;
  /** Where the first of two would lie; the second is then to be placed. */
  readonly first?: { readonly card: string; readonly place: string } | undefined;
}

export const NOTHING: Picked = { card: "" };

function acts(legal: readonly string[]): readonly (readonly string[])[] {
  return legal.filter((act) => act.startsWith("lay ")).map((act) => act.split(" ").slice(1));
}

/** The act that picking this place would complete or begin. */
export function actOn(picked: Picked, place: string): string {
  const { card, first } = picked;
  return first ? `lay ${first.card} ${first.place} ${card} ${place}` : `lay ${card} ${place}`;
}

/** What would be announced there. */
export function offerOn(preview: QuintoPreview, picked: Picked, place: string): QuintoLayPreview | undefined {
  return picked.card ? preview.lays.find((lay) => lay.act === actOn(picked, place)) : undefined;
}

/** The cards that may be laid together with this one, this one first. */
export function twinsOf(legal: readonly string[], card: string): readonly string[] {
  return [...new Set(acts(legal).flatMap((words) => (words.length === 4 && words[0] === card ? [words[2]!] : [])))];
}

/** Picking the same card again lays it down. */
export function pickCard(picked: Picked, card: string, legal: readonly string[]): Picked {
  if (picked.first) return twinsOf(legal, picked.first.card).includes(card) ? { ...picked, card } : { card };
  return picked.card === card ? NOTHING : { card };
}

/** After a place was picked: an act to send at once, or a first card that waits for its twin. */
export function pickPlace(picked: Picked, place: string, legal: readonly string[]): { act: string } | { picked: Picked } {
  const act = actOn(picked, place);
  const twins = picked.first ? [] : twinsOf(legal, picked.card);
  if (!twins.length || !legal.includes(act)) return { act };
  return { picked: { card: twins[0]!, first: { card: picked.card, place } } };
}
