// One question at a time: are you sure, and what is your name.
import { settings } from "../stores/settings.svelte.ts";

interface Question {
  readonly kind: "confirm" | "name";
  readonly text: string;
  readonly yes: string;
  readonly answer: (value: string | null) => void;
}

class Asking {
  question: Question | null = $state.raw(null);

  confirm(text: string, yes: string): Promise<boolean> {
    return this.#ask("confirm", text, yes).then((answer) => answer !== null);
  }

  /** The name is asked once, and kept. */
  async name(text: string, yes: string): Promise<string | null> {
    if (settings.name) return settings.name;
    const name = await this.#ask("name", text, yes);
    if (name) settings.set("name", name);
    return name;
  }

  #ask(kind: Question["kind"], text: string, yes: string): Promise<string | null> {
    this.question?.answer(null);
    return new Promise((resolve) => {
      this.question = {
        kind,
        text,
        yes,
        answer: (value) => {
          this.question = null;
          resolve(value);
        },
      };
    });
  }
}

export const asking = new Asking();
