// Quinto: the sheet as it is printed (QUIN-03, QUIN-04); tests/web/test_twins.py holds it to the engine's. Where a number may go is the server's to say.
import type { ShapeName } from "../../lib/cards/shapes.ts";

export const ROWS = ["orange", "yellow", "purple"] as const;
export type Row = (typeof ROWS)[number];
export type QuintoColour = Row | "grey";

export const COLUMNS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12] as const;

const SPAN: Readonly<Record<Row, { from: number; to: number; blank: number }>> = {
  orange: { from: 3, to: 12, blank: 6 },
  yellow: { from: 2, to: 11, blank: 7 },
  purple: { from: 1, to: 10, blank: 5 },
};
const BONUS: ReadonlySet<string> = new Set(["p3", "o4", "o8", "y9", "p10"]);

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

/** What stands at a place of the printed grid. */
export function cellAt(row: Row, column: number): Cell {
  const { from, to, blank } = SPAN[row];
  const name = `${row[0]!}${column}`;
  if (column < from || column > to) return { kind: "none", name };
  if (column === blank) return { kind: "blank", name };
  return { kind: BONUS.has(name) ? "bonus" : "cell", name };
}

export function rowOf(cell: string): Row {
  return ROWS.find((row) => row.startsWith(cell[0]!))!;
}

/** The boxes for misses: the fourth ends the match (QUIN-23). */
export const MISSES = [0, 1, 2, 3] as const;
