// What a screen reader is told: the log, whose turn it is, and answers to questions. The regions stand in the page
// from its load; a message that repeats itself gets a blank more, or it would not be read again.

class Live {
  log: string = $state("");
  turn: string = $state("");
  answer: string = $state("");
  #batch: string[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Events of a fast game come as one sentence, the newest first; old ones are dropped. */
  tellLog(text: string, { fast = false } = {}): void {
    this.#batch.push(text);
    if (this.#timer !== undefined) return;
    this.#timer = setTimeout(
      () => {
        const told = fast ? this.#batch.slice(-3).reverse() : this.#batch;
        this.log = again(this.log, told.join(" "));
        this.#batch = [];
        this.#timer = undefined;
      },
      fast ? 400 : 50,
    );
  }

  tellTurn(text: string): void {
    this.turn = again(this.turn, text);
  }

  tellAnswer(text: string): void {
    this.answer = again(this.answer, text);
  }
}

export function again(before: string, text: string): string {
  return before === text ? `${text}\u00a0` : text;
}

export const live = new Live();
