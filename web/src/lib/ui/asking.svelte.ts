// One question at a time: are you sure, and who are you.
import { words } from "../i18n/words.svelte.ts";
import { Refused } from "../net/api.ts";
import { anyFace, keepFace, ownFace, type FaceName } from "../people/people.ts";
import { settings } from "../stores/settings.svelte.ts";

/** A person as a table knows them. */
export interface Who {
  readonly name: string;
  readonly face: FaceName;
}

interface Question {
  readonly kind: "confirm" | "who";
  readonly text: string;
  readonly yes: string;
  readonly no?: string;
  /** Leaving is red, all else brass. */
  readonly danger?: boolean;
  /** Why the last answer would not do. */
  readonly problem?: string;
  /** Whoever gives no name is called by the animal of their face. */
  readonly isNameOptional?: boolean;
  /** What was answered last. */
  readonly who?: Who;
  readonly answer: (value: Who | true | null) => void;
}

interface Asked {
  readonly problem?: string;
  readonly last?: Who;
  readonly isNameOptional?: boolean;
}

/** Refusals that another name mends. */
const OF_NAMES: readonly string[] = ["bad-name", "name-taken"];

class Asking {
  question: Question | null = $state.raw(null);

  async confirm(text: string, yes: string, { danger = false, no = "" } = {}): Promise<boolean> {
    return (await this.#ask({ kind: "confirm", text, yes, danger, no })) !== null;
  }

  /** Who is it? Asked until there is an answer, or none is given. */
  async who(text: string, yes: string, { problem = "", last, isNameOptional = false }: Asked = {}): Promise<Who | null> {
    const who = last ?? { name: settings.name, face: ownFace() || anyFace() };
    const answer = await this.#ask({ kind: "who", text, yes, problem, who, isNameOptional });
    return answer === true ? null : answer;
  }

  /**
   * Do something under one's name, which is asked for when it is not known yet, and again, with the reason, when it is
   * refused. Only a name that was given and taken is kept. Against bots alone none is needed. False: nothing was done.
   */
  async asSomebody(text: string, yes: string, what: (who: Who) => Promise<void>, { againstBots = false } = {}): Promise<boolean> {
    const isNameOptional = againstBots;
    let who: Who | null = this.#known(isNameOptional) ?? (await this.who(text, yes, { isNameOptional }));
    while (who) {
      try {
        await what({ ...who, name: who.name || animalOf(who.face) });
        keepWho(who);
        return true;
      } catch (error) {
        if (!nameRefused(error)) throw error;
        who = await this.who(text, yes, { problem: words.teller!.refusal(error.problem), last: who, isNameOptional });
      }
    }
    return false;
  }

  /** As who this device plays, if it has been asked before. */
  #known(isNameOptional: boolean): Who | null {
    const { name } = settings;
    const face = ownFace();
    return name || (isNameOptional && face) ? { name, face: face || anyFace() } : null;
  }

  #ask(question: Omit<Question, "answer">): Promise<Who | true | null> {
    this.question?.answer(null);
    return new Promise((resolve) => {
      this.question = {
        ...question,
        answer: (value) => {
          this.question = null;
          resolve(value);
        },
      };
    });
  }
}

/** What somebody without a name is called. */
export const animalOf = (face: FaceName): string => words.say(`web.faces.${face}`);

export function nameRefused(error: unknown): error is Refused {
  return error instanceof Refused && OF_NAMES.includes(error.problem.code);
}

export function keepWho({ name, face }: Who): void {
  settings.set("name", name);
  keepFace(face);
}

export const asking = new Asking();
