// The games that a server has, as it tells anybody who asks.
import type { GameInfo } from "../src/wire.gen.ts";

export async function gamesAt(base: string): Promise<readonly GameInfo[]> {
  const answer = await fetch(`${base}/api/games`);
  if (!answer.ok) throw new Error(`${base}/api/games: ${answer.status}`);
  return (await answer.json()) as readonly GameInfo[];
}

export function races(game: GameInfo | undefined): boolean {
  return game !== undefined && game.tempo !== "turns";
}
