// What the stage tells a board about its room, and what the page around it tells the stage.
import { headStart, type HeadStart } from "../handicap/handicap.ts";
import { getContext, setContext, type Snippet } from "svelte";
import { faceOf, type FaceName } from "../lib/people/people.ts";
import type { Wait } from "../lib/stores/session.svelte.ts";
import type { TableInfo } from "../wire.gen.ts";

/** How the bands lie: a phone held upright; a phone on its side or a small window; a laptop or larger. */
export type Shape = "upright" | "sideways" | "wide";

/** The whole stage, in CSS pixels. */
export interface Room {
  readonly shape: Shape;
  readonly width: number;
  readonly height: number;
  /** How much larger or smaller than the drawing of its shape (390 x 664, 844 x 390, 1440 x 900); `--u` is the same as a length. */
  readonly scale: number;
  /** Upright and lower than 600: what can give way does. */
  readonly low: boolean;
  /** Upright from 760 on: room to spare. */
  readonly tall: boolean;
  /** How many others there are. */
  readonly rivals: number;
}

/** Where one player's public things are drawn. */
export interface SeatRoom {
  readonly seat: number;
  readonly room: Room;
  /** Hardly any room: marks only. */
  readonly compact: boolean;
  /** At the side of a wide table: room for real cards. */
  readonly large: boolean;
}

const BASES: Readonly<Record<Shape, readonly [number, number]>> = { upright: [390, 664], sideways: [844, 390], wide: [1440, 900] };

/** `text`: how much larger than usual somebody wants text to be. */
export function roomOf(width: number, height: number, rivals: number, text = 1): Room {
  const shape = width < height * 1.1 ? "upright" : width >= 960 && height >= 520 ? "wide" : "sideways";
  const [wide, high] = BASES[shape];
  return {
    shape,
    width,
    height,
    scale: Math.min(width / wide, height / high),
    low: shape === "upright" && height < 600 * text,
    tall: shape === "upright" && height >= 760 * text,
    rivals,
  };
}

/** How much larger than usual text is: the page itself only makes it larger on large screens. */
export function textSize(width: number, height: number): number {
  const usual = Math.max(16, Math.min(width / 90, height / 56.25));
  return parseFloat(getComputedStyle(document.documentElement).fontSize || "16") / usual;
}

/** One player as the table knows them. */
export interface Person {
  readonly name: string;
  readonly face: FaceName;
  readonly bot: boolean;
  /** Of a bot. */
  readonly level?: string | undefined;
  /** A bot plays for them until they are back. */
  readonly standIn?: boolean;
  readonly present?: boolean;
  /** How good their connection is, 0 to 4. */
  readonly bars?: number;
  /** The table waits for them before a bot steps in. */
  readonly wait?: Wait | undefined;
  readonly headStart?: HeadStart | undefined;
}

/** After a match the places have no seats: names are unique at a table. */
export function peopleOf(table: TableInfo, names: readonly string[], waits: readonly Wait[] = []): readonly Person[] {
  return names.map((name, seat) => {
    const place = table.places.find((each) => each.seat === seat) ?? table.places.find((each) => each.name === name);
    return {
      name,
      face: faceOf(place ?? { name }),
      bot: place?.kind === "bot",
      level: place?.level,
      standIn: place === undefined || (place.stood_in ?? false),
      present: place?.present ?? true,
      bars: place?.bars ?? 4,
      wait: waits.find((each) => each.seat === seat),
      headStart: headStart(table.game, table.head_starts?.[seat]),
    };
  });
}

/** What the page around a board puts on the stage. */
export interface Setting {
  readonly people: readonly Person[];
  readonly status: string;
  /** In brass before the status: it is on me. */
  readonly pill: string | null;
  /** Said for a moment in place of the status, as toasts are elsewhere; empty: nothing. Undefined: toasts float over the felt. */
  readonly said?: string | undefined;
  /** Icon buttons. */
  readonly tools?: Snippet | undefined;
  /** What happened last, told large over the status: on a screen for all. */
  readonly told?: string | undefined;
  /** Beside the status when nobody here plays. */
  readonly corner?: Snippet | undefined;
  /** Over the felt. */
  readonly over?: Snippet | undefined;
  /** Acts are under way. */
  readonly waiting: boolean;
  /** The connection is down. */
  readonly lost: boolean;
  readonly title: string;
  /** How many people watch. */
  readonly watching?: number | undefined;
}

const KEY = Symbol("stage");

/** Its fields are read when they are needed: give getters. */
export function setSetting(setting: Setting): void {
  setContext(KEY, setting);
}

export function getSetting(): Setting {
  return getContext<Setting>(KEY);
}

/** The others in the order of turns, beginning with whoever comes after me; for a spectator everybody. */
export function others(players: number, seat: number | null): readonly number[] {
  const all = Array.from({ length: players }, (_, at) => (at + (seat ?? -1) + 1) % players);
  return seat === null ? all : all.slice(0, -1);
}

export function minus(points: number): string {
  return String(points).replace("-", "−");
}
