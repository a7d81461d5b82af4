// Where everything lies on Hexa's felt, in pixels: a real hexagon with six rows running out from its sides on a wide
// felt, six fields beside an upright one on a phone.
import { packed, type Space } from "./packing.ts";

export type Point = readonly [x: number, y: number];

export interface Spot {
  /** The middle. */
  readonly x: number;
  readonly y: number;
  readonly size: number;
  /** Degrees. */
  readonly turn: number;
}

export interface Field {
  /** What is drawn. */
  readonly shape: readonly Point[];
  /** What answers to a touch: to the edge of the screen. */
  readonly reach: readonly Point[];
  readonly tiles: readonly Spot[];
  /** The number on its side of the hexagon. */
  readonly badge: Spot;
}

export interface Layout {
  /** Clockwise from the top. */
  readonly hexagon: readonly Point[];
  /** How wide its sides are. */
  readonly band: number;
  /** How round the corners of the fields are. */
  readonly round: number;
  /** In the order of the rows: clockwise from the upper right. */
  readonly fields: readonly Field[];
  readonly card: Spot;
  /** What stands above and below the card: their middles. */
  readonly above: Point;
  readonly below: Point;
}

/** The rows on the right from above, then those on the left from below: -1 above, 0 in the middle, 1 below. */
const PLACES: readonly (readonly [side: 1 | -1, level: -1 | 0 | 1])[] = [
  [1, -1],
  [1, 0],
  [1, 1],
  [-1, 1],
  [-1, 0],
  [-1, -1],
];
const GAP = 6;

/** The latest: between two cards everything lies where it was. */
const latest = { key: "", layout: null as Layout | null };

export function arranged(width: number, height: number, counts: readonly number[], shape: "upright" | "sideways" | "wide"): Layout {
  const key = [width, height, shape, ...counts].join(" ");
  if (latest.key !== key || !latest.layout) {
    latest.layout = shape === "upright" ? upright(width, height, counts) : around(width, height, counts, shape);
    latest.key = key;
  }
  return latest.layout;
}

/** Everything is laid out for the right half, from the middle of the felt; the left half is its mirror. */
function mirrored(points: readonly Point[], middle: number, side: 1 | -1): readonly Point[] {
  return points.map(([x, y]) => [middle + side * x, y] as const);
}

function upright(width: number, height: number, counts: readonly number[]): Layout {
  const [middle, high] = [width / 2, (height - 2 * GAP) / 3];
  const card = Math.min(width * 0.2616, (high + 2 * GAP - 4) / 1.4);
  const half = card / 2 + 7;
  const [knee, foot] = [height * 0.31, height * 0.69];
  const [inner, tip] = [half + 9, 10];
  /** From the middle of the felt to the edge of a field, at this height. */
  const edge = (y: number) => 6 + half * Math.min(1, Math.max(0, y < height / 2 ? y / knee : (height - y) / (height - foot)));
  const badge = Math.min(34, width * 0.077);

  const fields = PLACES.map(([side, level], at): Field => {
    const top = (level + 1) * (high + GAP);
    const bottom = top + high;
    const slant: readonly Point[] =
      level === 0
        ? [[inner, top], [middle, top], [middle, bottom], [inner, bottom]]
        : level < 0
          ? [[tip, top], [middle, top], [middle, bottom], [inner, bottom], [inner, Math.min(knee, bottom)]]
          : [[inner, top], [middle, top], [middle, bottom], [tip, bottom], [inner, Math.max(foot, top)]];
    /** In the middle the number stands in the way, of the lines beside it alone. */
    const blocked = (from: number, to: number) => level === 0 && from < (height + badge) / 2 && to > (height - badge) / 2;
    const space: Space = {
      top: top + 4,
      bottom: bottom - 4,
      span: (from, to) => [Math.max(edge(from), edge(to)) + (blocked(from, to) ? badge * 0.36 : 2), middle - 2],
      enough: Infinity,
    };
    const cap = Math.min(72, Math.max(60, width * 0.154));
    const shape = mirrored(slant, middle, side);
    const out = level === 0 ? half + 5 : half / 2;
    const y = level === 0 ? height / 2 : level < 0 ? knee / 2 + 12 : (foot + height) / 2 - 12;
    return {
      shape,
      reach: shape,
      tiles: packed(counts[at] ?? 1, space, cap).map(({ x, y, size }) => ({ x: middle + side * x, y, size, turn: 0 })),
      badge: { x: middle + side * out, y, size: badge, turn: 0 },
    };
  });
  const hexagon: readonly Point[] = [[0, 6], [half, knee], [half, foot], [0, height - 6], [-half, foot], [-half, knee]];
  return {
    hexagon: mirrored(hexagon, middle, 1),
    band: 10,
    round: 0,
    fields,
    card: { x: middle, y: height / 2, size: card, turn: 0 },
    above: [middle, height / 2 - card * 0.7 - Math.min(23, (height / 2 - card * 0.7) * 0.2)],
    below: [middle, height / 2 + card * 0.7 + Math.min(20, (height / 2 - card * 0.7) * 0.18)],
  };
}

interface Measure {
  /** From the middle of the hexagon to a side. */
  readonly apothem: number;
  readonly tile: number;
  /** How high a row's lane is. */
  readonly lane: number;
  readonly band: number;
  readonly badge: number;
  readonly card: number;
  /** Degrees, at most. */
  readonly tilt: number;
  /** From the end of a lane to the edge of the screen. */
  readonly edge: number;
}

function measured(width: number, height: number, shape: "sideways" | "wide"): Measure {
  if (shape === "sideways") {
    const apothem = height * (width < 700 ? 0.275 : 0.3);
    return { apothem, tile: Math.min(64, height * 0.23), lane: height * 0.3, band: 12, badge: 30, card: apothem * 1.02, tilt: 3.5, edge: 4 };
  }
  const scale = Math.min(width / 1440, height / 700);
  const apothem = height * 0.295;
  return {
    apothem,
    tile: 116 * scale,
    lane: 144 * scale,
    band: 20 * scale,
    badge: Math.max(34, 46 * scale),
    card: apothem * 0.92,
    tilt: scale < 0.85 ? 5 : 8.5,
    edge: 14 * scale,
  };
}

function around(width: number, height: number, counts: readonly number[], shape: "sideways" | "wide"): Layout {
  const { apothem, tile, lane, band, badge, card, tilt, edge } = measured(width, height, shape);
  const [middle, centre] = [width / 2, height / 2];
  const corner = apothem / 0.866;
  const hexagon = [-90, -30, 30, 90, 150, 210].map((turn): Point => {
    const angle = (turn * Math.PI) / 180;
    return [middle + corner * Math.cos(angle), centre + corner * Math.sin(angle)];
  });
  const off = Math.max(apothem * 0.886, lane + 4);
  /** Under the hexagon's slanted side, where no tile lies. */
  const hidden = apothem * 0.19 + band * 0.3;

  const fields = PLACES.map(([side, level], at): Field => {
    const start = level === 0 ? apothem + band / 2 + 4 : apothem * 0.76;
    const length = middle - start - edge;
    const rise = Math.min(length * Math.sin((tilt * Math.PI) / 180), Math.max(0, centre - 3 - off - lane / 2));
    const lean = level * Math.asin(rise / length);
    const [cos, sin] = [Math.cos(lean), Math.sin(lean)];
    /** From along and across the lane to the felt, right of its middle. */
    const laid = (along: number, across: number): Point => [start + along * cos - across * sin, centre + level * off + along * sin + across * cos];
    const space: Space = {
      top: -lane / 2 + 3,
      bottom: lane / 2 - 3,
      span: () => [level === 0 ? badge / 2 + 2 : hidden, length - 6],
      start: true,
      enough: Math.max(48, tile * 0.45),
    };
    const reach = fieldReach(level, { half: middle, height, apothem, corner, outer: (off + rise) / 2 });
    const out = level === 0 ? apothem : apothem / 2;
    return {
      shape: mirrored([laid(0, -lane / 2), laid(length, -lane / 2), laid(length, lane / 2), laid(0, lane / 2)], middle, side),
      reach: mirrored(reach, middle, side),
      tiles: packed(counts[at] ?? 1, space, tile).map(({ x, y, size }) => {
        const [along, across] = laid(x, y);
        return { x: middle + side * along, y: across, size, turn: (side * lean * 180) / Math.PI };
      }),
      badge: { x: middle + side * out, y: centre + level * apothem * 0.866, size: badge, turn: 0 },
    };
  });
  const room = (corner * 0.9 + card * 0.7) / 2;
  return { hexagon, band, round: lane * 0.125, fields, card: { x: middle, y: centre, size: card, turn: 0 }, above: [middle, centre - room], below: [middle, centre + room] };
}

/** A closed path through these points, its corners cut round. */
export function outline(points: readonly Point[], round = 0): string {
  const put = ([x, y]: Point) => `${x.toFixed(1)} ${y.toFixed(1)}`;
  if (!round) return `M${points.map(put).join("L")}Z`;
  const toward = (from: Point, to: Point): Point => {
    const part = Math.min(0.5, round / Math.hypot(to[0] - from[0], to[1] - from[1]));
    return [from[0] + (to[0] - from[0]) * part, from[1] + (to[1] - from[1]) * part];
  };
  const corners = points.map((point, at) => `${put(toward(point, points.at(at - 1)!))}Q${put(point)} ${put(toward(point, points[(at + 1) % points.length]!))}`);
  return `M${corners.join("L")}Z`;
}

interface Reach {
  readonly half: number;
  readonly height: number;
  readonly apothem: number;
  readonly corner: number;
  /** At the edge of the screen: how far from the centre line the middle row reaches. */
  readonly outer: number;
}

/** A third of the felt, between the hexagon and the edge of the screen. */
function fieldReach(level: -1 | 0 | 1, { half, height, apothem, corner, outer }: Reach): readonly Point[] {
  const centre = height / 2;
  if (level === 0) return [[apothem, centre - corner / 2], [half, centre - outer], [half, centre + outer], [apothem, centre + corner / 2]];
  const [tip, end] = [centre + level * corner, centre + (level * height) / 2];
  return [[3, end], [half, end], [half, centre + level * outer], [apothem, centre + (level * corner) / 2], [3, tip]];
}
