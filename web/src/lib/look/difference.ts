// How far two colours lie apart for the eye (CIEDE2000), also for people who see colours otherwise (Machado 2009).

type Triple = readonly [number, number, number];
type Matrix = readonly [Triple, Triple, Triple];

export const SIGHT: Readonly<Record<string, Matrix>> = {
  normal: [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
  protan: [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
  deutan: [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.01182, 0.04294, 0.968881]],
  tritan: [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.3039]],
};

const XYZ: Matrix = [[0.4124564, 0.3575761, 0.1804375], [0.2126729, 0.7151522, 0.072175], [0.0193339, 0.119192, 0.9503041]];

function times(m: Matrix, [x, y, z]: Triple): Triple {
  const row = ([a, b, c]: Triple) => a * x + b * y + c * z;
  return [row(m[0]), row(m[1]), row(m[2])];
}

/** The light of a colour like #BA0E00, each part from 0 to 1. */
export function linear(colour: string): Triple {
  const part = (at: number) => {
    const value = parseInt(colour.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return [part(1), part(3), part(5)];
}

export function contrast(one: string, other: string): number {
  const light = (colour: string) => times(XYZ, linear(colour))[1];
  const [low, high] = [light(one), light(other)].sort((a, b) => a - b) as [number, number];
  return (high + 0.05) / (low + 0.05);
}

export function lab(colour: string, sight: Matrix = SIGHT["normal"]!): Triple {
  const seen = times(sight, linear(colour)).map((part) => Math.min(1, Math.max(0, part))) as unknown as Triple;
  const white: Triple = [0.95047, 1, 1.08883];
  const [x, y, z] = times(XYZ, seen).map((part, at) => {
    const t = part / white[at]!;
    return t > 0.008856 ? Math.cbrt(t) : 7.787 * t + 16 / 116;
  }) as unknown as Triple;
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

const rad = (degrees: number) => (degrees * Math.PI) / 180;
const angle = (b: number, a: number) => ((Math.atan2(b, a) * 180) / Math.PI + 360) % 360;
const seventh = (c: number) => Math.sqrt(c ** 7 / (c ** 7 + 25 ** 7));

/** CIEDE2000 (Sharma, Wu and Dalal 2005). */
export function difference([l1, a1, b1]: Triple, [l2, a2, b2]: Triple): number {
  const g = 1.5 - 0.5 * seventh((Math.hypot(a1, b1) + Math.hypot(a2, b2)) / 2);
  const [c1, c2] = [Math.hypot(g * a1, b1), Math.hypot(g * a2, b2)];
  const [h1, h2] = [angle(b1, g * a1), angle(b2, g * a2)];
  const grey = c1 * c2 === 0;
  let turn = grey ? 0 : h2 - h1;
  if (turn > 180) turn -= 360;
  else if (turn < -180) turn += 360;
  const hue = grey ? h1 + h2 : Math.abs(h1 - h2) <= 180 ? (h1 + h2) / 2 : (h1 + h2 + (h1 + h2 < 360 ? 360 : -360)) / 2;
  const [l, c] = [(l1 + l2) / 2, (c1 + c2) / 2];
  const t = 1 - 0.17 * Math.cos(rad(hue - 30)) + 0.24 * Math.cos(rad(2 * hue)) + 0.32 * Math.cos(rad(3 * hue + 6))
    - 0.2 * Math.cos(rad(4 * hue - 63));
  const dl = (l2 - l1) / (1 + (0.015 * (l - 50) ** 2) / Math.sqrt(20 + (l - 50) ** 2));
  const dc = (c2 - c1) / (1 + 0.045 * c);
  const dh = (2 * Math.sqrt(c1 * c2) * Math.sin(rad(turn / 2))) / (1 + 0.015 * c * t);
  const twist = -Math.sin(rad(60 * Math.exp(-(((hue - 275) / 25) ** 2)))) * 2 * seventh(c);
  return Math.sqrt(dl ** 2 + dc ** 2 + dh ** 2 + twist * dc * dh);
}
