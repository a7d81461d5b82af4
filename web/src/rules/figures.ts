// Cards beside the rules: games/<g>/figures.json, found by the game's id. Tests hold them against the rules themselves.
export interface Figure {
  readonly cards: readonly string[];
  /** Whether these go together, where that is what the figure shows. */
  readonly fits?: boolean;
}

/** By the rule's number. */
export type Figures = Readonly<Record<string, readonly Figure[]>>;

const FIGURES = import.meta.glob<{ default: Figures }>("../games/*/figures.json");

export async function figuresOf(game: string): Promise<Figures> {
  const load = FIGURES[`../games/${game}/figures.json`];
  return load ? (await load()).default : {};
}
