// The games of this server, asked for once.
import type { GameInfo, TableInfo } from "../../wire.gen.ts";
import { api } from "../net/api.ts";

class GameList {
  all: readonly GameInfo[] = $state.raw([]);
  #asked: Promise<void> | null = null;

  load(): Promise<void> {
    this.#asked ??= api.games().then(
      (games) => void (this.all = games),
      (error: unknown) => {
        this.#asked = null;
        throw error;
      },
    );
    return this.#asked;
  }

  of(id: string): GameInfo | undefined {
    return this.all.find((game) => game.id === id);
  }
}

export type Tempo = GameInfo["tempo"];

/** How the game moves at a table: calm play makes a race a game of turns. */
export function tempoAt(table: Pick<TableInfo, "game" | "calm"> | null | undefined): Tempo {
  return table && !table.calm ? (games.of(table.game)?.tempo ?? "turns") : "turns";
}

export const games = new GameList();
