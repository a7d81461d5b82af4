// What each person sets for this browser. Nothing of it leaves the device.
import languages from "virtual:languages";
import { keep, kept } from "../keep.ts";

export const MOTIONS = [0, 120, 250, 500] as const;
export const THEMES = ["auto", "light", "dark"] as const;
export const LANGUAGES: readonly string[] = Object.keys(languages);
export const VOLUMES = [0, 40, 70, 100] as const;

export type Motion = (typeof MOTIONS)[number];
export type Theme = (typeof THEMES)[number];
export type Volume = (typeof VOLUMES)[number];
export type Language = string;

interface Kept {
  language: Language;
  theme: Theme;
  motion: Motion;
  volume: Volume;
  vibration: boolean;
  /** A move makes itself when there is no other. */
  forced: boolean;
  leftHand: boolean;
  letterKeys: boolean;
  /** Moves are told with their notation too, as logs and bots write them. */
  notation: boolean;
  /** In a race: act when the finger goes down, not when it comes up. */
  pressActs: boolean;
  /** Tell when it is my turn while the page is hidden. */
  notify: boolean;
  /** What others show at the table is seen. */
  reactions: boolean;
  name: string;
}

export function browserLanguage(wanted: readonly string[] = navigator.languages): Language {
  for (const tag of wanted) {
    const language = LANGUAGES.find((known) => tag.toLowerCase().split("-")[0] === known);
    if (language) return language;
  }
  return "en";
}

const calm = typeof matchMedia === "function" ? matchMedia("(prefers-reduced-motion: reduce)") : null;

function oneOf<T>(known: readonly T[], value: unknown, otherwise: T): T {
  return known.includes(value as T) ? (value as T) : otherwise;
}

class Settings {
  language: Language = $state("en");
  theme: Theme = $state("auto");
  /** What this person has chosen; what counts is `motion`. */
  chosenMotion: Motion = $state(250);
  volume: Volume = $state(70);
  vibration: boolean = $state(true);
  forced: boolean = $state(true);
  leftHand: boolean = $state(false);
  letterKeys: boolean = $state(true);
  notation: boolean = $state(false);
  pressActs: boolean = $state(true);
  notify: boolean = $state(false);
  reactions: boolean = $state(true);
  name: string = $state("");
  /** The device says so. */
  #calm = $state(calm?.matches ?? false);

  constructor() {
    calm?.addEventListener("change", () => (this.#calm = calm.matches));
    const found = (kept("settings") ?? {}) as Partial<Kept>;
    this.language = oneOf(LANGUAGES, found.language, browserLanguage());
    this.theme = oneOf(THEMES, found.theme, "auto");
    this.chosenMotion = oneOf(MOTIONS, found.motion, 250);
    this.volume = oneOf(VOLUMES, found.volume, 70);
    this.vibration = found.vibration ?? true;
    this.forced = found.forced ?? true;
    this.leftHand = found.leftHand ?? false;
    this.letterKeys = found.letterKeys ?? true;
    this.notation = found.notation ?? false;
    this.pressActs = found.pressActs ?? true;
    this.notify = found.notify ?? false;
    this.reactions = found.reactions ?? true;
    this.name = typeof found.name === "string" ? found.name : "";
  }

  /** How many milliseconds a card travels: 0 where this person or their device wants nothing to move. */
  get motion(): Motion {
    return this.#calm ? 0 : this.chosenMotion;
  }

  get still(): boolean {
    return this.motion === 0;
  }

  /** The device asks every page for less motion. */
  get isDeviceCalm(): boolean {
    return this.#calm;
  }

  save(): void {
    const { language, theme, chosenMotion: motion, volume, vibration, forced, leftHand, letterKeys, notation, pressActs, notify, reactions, name } = this;
    keep("settings", { language, theme, motion, volume, vibration, forced, leftHand, letterKeys, notation, pressActs, notify, reactions, name } satisfies Kept);
  }

  set<K extends keyof Kept>(key: K, value: Kept[K]): void {
    if (key === "motion") this.chosenMotion = value as Motion;
    else (this as Kept)[key] = value;
    this.save();
  }
}

export const settings = new Settings();
