// Quinto: the sheet as it is printed (QUIN-03, QUIN-04), from the engine's own constants. Where a number may go is the server's to say.
import type { ShapeName } from "../../lib/cards/shapes.ts";
import { CONSTANTS } from "../../wire.gen.ts";

const { rows, bonus, misses } = CONSTANTS.quinto;

export type Row = keyof typeof rows;
export type QuintoColour = Row | "grey";
export const ROWS = Object.keys(rows) as readonly Row[];

const PRINTED: Readonly<Record<Row, readonly string[]>> = rows;
const BONUS: ReadonlySet<string> = new Set(bonus);

export function columnOf(cell: string): number {
  return Number(cell.slice(1));
}

const LAST = Math.max(...ROWS.flatMap((row) => PRINTED[row].map(columnOf)));
export const COLUMNS: readonly number[] = Array.from({ length: LAST }, (_, at) => at + 1);

export const SHAPE_OF: Readonly<Record<QuintoColour, ShapeName>> = {
  orange: "square",
  yellow: "circle",
  purple: "diamond",
  grey: "ring",
};

const LETTERS: Readonly<Record<string, QuintoColour>> = { O: "orange", Y: "yellow", P: "purple", X: "grey" };

export function colourOf(card: string): QuintoColour {
  return LETTERS[card[0]!]!;
}

export function valueOf(card: string): string {
  return card.slice(1).replace("-", "−");
}

export type Cell =
  | { readonly kind: "none" | "blank"; readonly name: string }
  | { readonly kind: "cell" | "bonus"; readonly name: string };

/** What stands at a place of the printed grid: nothing before the first cell of a row and after its last. */
export function cellAt(row: Row, column: number): Cell {
  const cells = PRINTED[row];
  const name = cells.find((cell) => columnOf(cell) === column);
  if (name) return { kind: BONUS.has(name) ? "bonus" : "cell", name };
  const within = column > columnOf(cells[0]!) && column < columnOf(cells.at(-1)!);
  return { kind: within ? "blank" : "none", name: `${row[0]!}${column}` };
}

/** Where a row has no cell, next to its own: its shape stands there. */
export function freeColumn(row: Row): number {
  const first = columnOf(PRINTED[row][0]!);
  return first > 1 ? first - 1 : columnOf(PRINTED[row].at(-1)!) + 1;
}

export function rowOf(cell: string): Row {
  return ROWS.find((row) => PRINTED[row].includes(cell))!;
}

/** The boxes for misses: the last of them ends the match (QUIN-23). */
export const MISSES: readonly number[] = Array.from({ length: misses }, (_, at) => at);
