// What each sound is made of: tones and noise. Nobody needs it before their first act.
/** A tone: when it begins, its pitch in Hertz and how long it lasts, in seconds; `to`: the pitch it glides to. */
interface Tone {
  readonly at: number;
  readonly pitch: number;
  readonly long: number;
  readonly to?: number;
  readonly wave?: OscillatorType;
  readonly loud?: number;
}

/** A breath of noise around a pitch. */
interface Noise {
  readonly at: number;
  readonly around: number;
  readonly long: number;
  readonly loud: number;
}

interface Sound {
  readonly tones?: readonly Tone[];
  readonly noise?: readonly Noise[];
}

const tone = (at: number, pitch: number, long: number, more: Partial<Tone> = {}): Tone => ({ at, pitch, long, ...more });
const noise = (at: number, around: number, long: number, loud: number): Noise => ({ at, around, long, loud });

const SOUNDS = {
  /** A button, a card lifted, a count. */
  tick: { tones: [tone(0, 660, 0.04, { loud: 0.5 })] },
  act: { tones: [tone(0, 330, 0.06)] },
  slide: { noise: [noise(0, 1800, 0.12, 0.35)] },
  flick: { noise: [noise(0, 3600, 0.05, 0.5), noise(0.09, 2400, 0.05, 0.35)] },
  rattle: { noise: [0, 0.07, 0.13, 0.21, 0.32, 0.46].map((at) => noise(at, 1200, 0.035, 0.7)) },
  pencil: { noise: [noise(0, 5200, 0.09, 0.3), noise(0.11, 4700, 0.07, 0.25)] },
  bell: { tones: [tone(0, 880, 0.5, { wave: "sine" }), tone(0, 1320, 0.35, { wave: "sine", loud: 0.5 }), tone(0.12, 1174, 0.6, { wave: "sine" })] },
  thud: { tones: [tone(0, 120, 0.35, { to: 45, wave: "sine", loud: 2.2 }), tone(0.1, 233, 0.4, { to: 98, wave: "sawtooth", loud: 0.5 })], noise: [noise(0, 300, 0.12, 1)] },
  arpeggio: { tones: [523, 659, 784, 1047].map((pitch, at) => tone(at * 0.08, pitch, 0.24)) },
  call: { tones: [tone(0, 784, 0.1), tone(0.09, 1175, 0.18)] },
  buzzer: { tones: [tone(0, 147, 0.32, { wave: "sawtooth", loud: 0.7 }), tone(0, 155, 0.32, { wave: "sawtooth", loud: 0.7 })] },
  fanfare: { tones: [[0, 523], [0.13, 523], [0.2, 523], [0.27, 784], [0.45, 659], [0.58, 1047]].map(([at, pitch]) => tone(at!, pitch!, at! > 0.5 ? 0.6 : 0.16)) },
  good: { tones: [tone(0, 659, 0.09), tone(0.08, 988, 0.14)] },
  fail: { tones: [tone(0, 196, 0.16), tone(0.12, 147, 0.22)] },
  go: { tones: [tone(0, 880, 0.25)] },
} as const satisfies Readonly<Record<string, Sound>>;

export type Cue = keyof typeof SOUNDS;

const LOUDNESS = 0.18;
let hiss: AudioBuffer | null = null;

/** Let a sound be heard. `loud` from 0 to 1, `pan` from -1 (left) to 1 (right), `pitch` a factor. */
export function sound(to: AudioContext, cue: Cue, loud: number, pan: number, pitch: number): void {
  const out = new StereoPannerNode(to, { pan });
  out.connect(new GainNode(to, { gain: loud })).connect(to.destination);
  const made: Sound = SOUNDS[cue];
  for (const each of made.tones ?? []) sing(to, out, each, pitch);
  for (const each of made.noise ?? []) rustle(to, out, each, pitch);
}

function swell(to: AudioContext, begin: number, long: number, loud: number): GainNode {
  const volume = new GainNode(to, { gain: 0 });
  volume.gain.setValueAtTime(0, begin);
  volume.gain.linearRampToValueAtTime(LOUDNESS * loud, begin + 0.008);
  volume.gain.exponentialRampToValueAtTime(0.0008, begin + long);
  return volume;
}

function sing(to: AudioContext, out: AudioNode, { at, pitch, long, to: end, wave = "triangle", loud = 1 }: Tone, factor: number): void {
  const begin = to.currentTime + at;
  const source = new OscillatorNode(to, { type: wave, frequency: pitch * factor });
  if (end) source.frequency.exponentialRampToValueAtTime(end * factor, begin + long);
  source.connect(swell(to, begin, long, loud)).connect(out);
  source.start(begin);
  source.stop(begin + long + 0.02);
}

function rustle(to: AudioContext, out: AudioNode, { at, around, long, loud }: Noise, factor: number): void {
  hiss ??= hissing(to);
  const begin = to.currentTime + at;
  const source = new AudioBufferSourceNode(to, { buffer: hiss });
  const filter = new BiquadFilterNode(to, { type: "bandpass", frequency: around * factor, Q: 0.9 });
  source.connect(filter).connect(swell(to, begin, long, loud)).connect(out);
  source.start(begin, Math.random() * 0.5, long + 0.02);
}

function hissing(to: AudioContext): AudioBuffer {
  const made = to.createBuffer(1, to.sampleRate, to.sampleRate);
  const samples = made.getChannelData(0);
  for (let at = 0; at < samples.length; at++) samples[at] = Math.random() * 2 - 1;
  return made;
}
