// What a screen reader is told: the log, what is so now, and answers to questions. The regions stand in the page from its
// load; a message that repeats itself gets a blank more, or it would not be read again.

class Live {
  log: string = $state("");
  /** The connection is down. Empty: it is not; the same for the next two. */
  lost: string = $state("");
  /** The match is about to start. */
  starts: string = $state("");
  /** Whose turn it is, or what can be done. */
  now: string = $state("");
  /** It is on the reader. */
  onMe: boolean = $state(false);
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

  /** What is so now, the most urgent first. */
  get turn(): string {
    return this.lost || this.starts || this.now;
  }

  get urgent(): boolean {
    return this.onMe || this.turn !== this.now;
  }

  /** Somebody is told what to do now, even if it is what they did before. */
  tellTurn(text: string): void {
    this.now = again(this.now, text);
    this.onMe = true;
  }

  tellAnswer(text: string): void {
    this.answer = again(this.answer, text);
  }
}

export function again(before: string, text: string): string {
  return before === text ? `${text}\u00a0` : text;
}

export const live = new Live();
