// A view read without knowing its game: which fields belong to seats, and how values are told.
import type { Teller } from "../lib/i18n/teller.ts";

type Plain = string | number | boolean | null;
interface Fields {
  readonly [name: string]: Nested;
}
export type Nested = Plain | readonly Nested[] | Fields;

export interface Field {
  readonly name: string;
  readonly value: Nested;
  /** One value for each seat. */
  readonly seats: boolean;
}

/** What the stage shows itself. */
const KNOWN = ["seat", "to_move", "scores"];

/** `teller`: a field that has a sentence for the whole of it belongs to nobody. */
export function fieldsOf(view: unknown, players: number, teller: Teller, prefix = ""): readonly Field[] {
  if (typeof view !== "object" || view === null) return view === null || view === undefined ? [] : [{ name: prefix, value: view as Plain, seats: false }];
  return Object.entries(view as Fields)
    .filter(([name]) => !KNOWN.includes(name))
    .map(([name, value]) => ({ name, value, seats: !prefix && !teller.has(`${teller.game}.value.${name}`) && ofSeats(value, players) }));
}

/** Lists of things, one for each seat. A plain list that happens to be as long (a hand of three) is not. */
function ofSeats(value: Nested, players: number): boolean {
  return isList(value) && value.length === players && value.every((each) => typeof each === "object" && each !== null);
}

export function bySeat({ value }: Field, seat: number): Nested {
  return isList(value) ? (value[seat] ?? null) : value;
}

/** What a field holds: by a sentence `value.<name>` of the game's words if there is one, where seats are told by name. */
export function told({ name, value }: Field, teller: Teller): string {
  const empty = value === null || (isList(value) && !value.length);
  return !empty && teller.has(`${teller.game}.value.${name}`) ? teller.own(`value.${name}`, { value }) : shown(value, teller);
}

/** In the reader's language where the catalogue knows the card or the word. */
export function shown(value: Nested, teller: Teller): string {
  if (isList(value)) return value.map((each) => shown(each, teller)).join(" · ") || "–";
  if (typeof value === "object" && value !== null)
    return Object.entries(value).map(([key, inner]) => `${teller.word(key)} ${shown(inner, teller)}`).join(" · ") || "–";
  if (value === "" || value === null) return "–";
  if (typeof value !== "string") return String(value).replace("-", "−");
  const card = teller.card(value);
  return card === value ? teller.word(value) : card;
}

function isList(value: Nested): value is readonly Nested[] {
  return Array.isArray(value);
}
