// Sounds are made here, from a few tones: nothing is loaded. Each has a visual twin; none is ever the only sign.
import { settings } from "./stores/settings.svelte.ts";

export type Cue = "turn" | "act" | "fail" | "good" | "end" | "tick" | "go";

/** Notes of a cue: [when, frequency, length], times in seconds. */
const CUES: Readonly<Record<Cue, readonly (readonly [number, number, number])[]>> = {
  turn: [[0, 587, 0.12], [0.11, 880, 0.18]],
  act: [[0, 330, 0.06]],
  fail: [[0, 196, 0.16], [0.12, 147, 0.22]],
  good: [[0, 659, 0.09], [0.08, 988, 0.14]],
  end: [[0, 523, 0.14], [0.13, 659, 0.14], [0.26, 784, 0.14], [0.39, 1047, 0.3]],
  tick: [[0, 440, 0.08]],
  go: [[0, 880, 0.25]],
};

let context: AudioContext | null = null;

/** Browsers let sound begin only after a touch or a key. */
export function wakeSound(): void {
  if (!settings.sounds || typeof AudioContext === "undefined") return;
  context ??= new AudioContext({ latencyHint: "interactive" });
  if (context.state === "suspended") void context.resume();
}

/** `pan` from -1 (left) to 1 (right), `pitch` a factor: a pile can have a place and a tone of its own. */
export function play(cue: Cue, { pan = 0, pitch = 1 } = {}): void {
  if (!settings.sounds || context?.state !== "running") return;
  const out = new StereoPannerNode(context, { pan });
  out.connect(context.destination);
  for (const [when, frequency, length] of CUES[cue]) {
    const begin = context.currentTime + when;
    const tone = new OscillatorNode(context, { type: "triangle", frequency: frequency * pitch });
    const volume = new GainNode(context, { gain: 0 });
    volume.gain.setValueAtTime(0, begin);
    volume.gain.linearRampToValueAtTime(0.18, begin + 0.008);
    volume.gain.exponentialRampToValueAtTime(0.001, begin + length);
    tone.connect(volume).connect(out);
    tone.start(begin);
    tone.stop(begin + length + 0.02);
  }
}
