// Sounds are made from tones and noise, by a part that is fetched with the first touch. Each has a visual twin; none is ever the only sign.
import { settings } from "./stores/settings.svelte.ts";
import type { Cue } from "./synth.ts";

export type { Cue };

/** A sound that comes later than this is none of what happened. */
const LATE_MS = 300;

let context: AudioContext | null = null;
const synth = () => import("./synth.ts");

/** Would sounds be heard, if only somebody touched the page? */
export function soundAsleep(): boolean {
  return settings.volume > 0 && context?.state !== "running";
}

let whenAwake: () => void = () => undefined;

/** Call `listener` whenever sound begins. Return a function that ends it. */
export function onSoundAwake(listener: () => void): () => void {
  whenAwake = listener;
  return () => (whenAwake = () => undefined);
}

/**
 * Browsers let sound begin only after a touch or a key: for a touch that is when the finger leaves the screen. A phone call
 * or a lock interrupts it on an iPhone, and it begins again in the same way.
 */
export function wakeSound(): void {
  if (!settings.volume || typeof AudioContext === "undefined") return;
  if (!context) {
    void synth().catch(() => undefined);
    const made = (context = new AudioContext({ latencyHint: "interactive" }));
    made.addEventListener("statechange", () => made.state === "running" && whenAwake());
  }
  if (context.state !== "running") void context.resume().catch(() => undefined);
}

/** `pan` from -1 (left) to 1 (right), `pitch` a factor: a pile can have a place and a tone of its own. */
export function play(cue: Cue, { pan = 0, pitch = 1 } = {}): void {
  if (!settings.volume || context?.state !== "running") return;
  const [to, asked] = [context, performance.now()];
  const begin = ({ sound }: typeof import("./synth.ts")): void => {
    if (performance.now() - asked < LATE_MS) sound(to, cue, settings.volume / 100, pan, pitch);
  };
  void synth().then(begin).catch(() => undefined);
}

/** Phones tremble, where they can and may: milliseconds on, off, on, ... */
export function buzz(pattern: readonly number[]): void {
  // Firefox before 120 does not tell whether the page has been touched.
  const touched = (navigator as Partial<Navigator>).userActivation?.hasBeenActive ?? true;
  if (settings.vibration && touched && typeof navigator.vibrate === "function") navigator.vibrate([...pattern]);
}
