// The page as assistive technology has it: roles, names and states, nothing of how it is drawn.
import type { Locator } from "playwright-core";

export interface Thing {
  readonly role: string;
  readonly name: string;
  readonly disabled: boolean;
  readonly pressed: boolean;
}

const LINE = /^\s*- '?(\w+) "((?:[^"\\]|\\.)*)"((?: \[[^\]]*\])*)/;

export class Seen {
  readonly text: string;
  readonly things: readonly Thing[];

  constructor(text: string) {
    this.text = text;
    this.things = text.split("\n").flatMap((line) => {
      const found = LINE.exec(line);
      if (!found) return [];
      const [, role, name, states] = found as unknown as [string, string, string, string];
      const plain = (line.trim().startsWith("- '") ? name.replaceAll("''", "'") : name).replace(/\\(.)/g, "$1");
      return [{ role, name: plain, disabled: states.includes("[disabled]"), pressed: states.includes("[pressed]") }];
    });
  }

  static async of(place: Locator): Promise<Seen> {
    return new Seen(await place.ariaSnapshot());
  }

  /** What can be pushed. */
  get buttons(): readonly Thing[] {
    return this.things.filter(({ role, disabled }) => role === "button" && !disabled);
  }

  named(role: string): readonly string[] {
    return this.things.filter((thing) => thing.role === role).map(({ name }) => name);
  }
}
