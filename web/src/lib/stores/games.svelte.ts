// The games of this server, asked for once.
import type { GameInfo } from "../../wire.gen.ts";
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

export const games = new GameList();
