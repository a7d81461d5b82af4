// The cards that stand for a game: games/<g>/pictures.ts, found by the game's id. A game without any shows backs.
const FOUND = import.meta.glob<readonly string[]>("./*/pictures.ts", { eager: true, import: "default" });

export const pictures: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  Object.entries(FOUND).map(([path, cards]) => [path.split("/")[1]!, cards]),
);
