// The one source of colours. tests/palette.test.ts holds contrast and distance for people who see colours otherwise.

export const COLOURS = {
  yellow: "#FFEA53",
  green: "#228555",
  blue: "#007DFF",
  purple: "#791DAE",
  red: "#CF260F",
  orange: "#EE8705",
  pink: "#FBB1D0",
  brown: "#4F2308",
  grey: "#9A9F9C",
} as const;

export type Colour = keyof typeof COLOURS;

/** What is drawn upon a colour: dark on the pale ones, white on the others. */
export const UPON: Readonly<Record<Colour, string>> = {
  yellow: "#16181A",
  green: "#FFFFFF",
  blue: "#16181A",
  purple: "#FFFFFF",
  red: "#FFFFFF",
  orange: "#16181A",
  pink: "#16181A",
  brown: "#FFFFFF",
  grey: "#16181A",
};

/** Each game's own set must be told apart. A game that colours its cards adds its line. */
export const SETS: Readonly<Record<string, readonly Colour[]>> = {
  push: ["green", "yellow", "red", "blue", "purple"],
  quinto: ["orange", "yellow", "purple", "grey"],
  hexa: ["yellow", "green", "blue", "purple", "red", "orange", "pink", "brown"],
  trio: ["red", "orange", "yellow", "green", "blue", "purple"],
};

export const CARD = { face: "#FFFCF5", ink: "#16181A", border: "#4A4038" } as const;

export type Shade = "light" | "dark";

/** Paper, brass and danger: the same by day and by night. */
export const MATERIALS = {
  paper: "#FFFCF5",
  "paper-low": "#F4EBDA",
  ink: "#16181A",
  "ink-soft": "#5A5348",
  pencil: "#1B2F7E",
  brass: "#FFC53D",
  "brass-high": "#FFDB7A",
  "brass-low": "#F5B321",
  "brass-lip": "#C48512",
  "brass-edge": "#4A2D00",
  danger: "#B3261E",
  "danger-high": "#D04434",
  "danger-lip": "#7C1009",
  alarm: "#E0331F",
  safe: "#0B3A2B",
} as const;

/** What depends on day and night, leather first. `line` outlines controls on a page, `mark` what may be done there. */
export const SHADES = {
  light: {
    text: "#16181A",
    muted: "#3E372F",
    "card-edge": "#4A4038",
    "leather-high": "#865030",
    leather: "#6E3F22",
    stitch: "#E9BE8A",
    "on-leather": "#FFF3DF",
    "on-leather-soft": "#F0D8B8",
    well: "rgb(30 20 10 / 10%)",
    "well-line": "rgb(30 20 10 / 45%)",
    toast: "#2A2018",
    "on-toast": "#FFF3DF",
    "danger-edge": "#3F0703",
    raised: "#FFFCF5",
    line: "#6B5B4B",
    mark: "#8A3B00",
    "danger-text": "#A31800",
  },
  dark: {
    text: "#FFFFFF",
    muted: "#D9CFC2",
    "card-edge": "#14100C",
    "leather-high": "#38241A",
    leather: "#24160E",
    stitch: "#9A7146",
    "on-leather": "#FFF3DF",
    "on-leather-soft": "#D9C3A5",
    well: "rgb(0 0 0 / 22%)",
    "well-line": "rgb(255 255 255 / 42%)",
    toast: "#F7EEDD",
    "on-toast": "#16181A",
    "danger-edge": "#FFD2C9",
    raised: "#3A2A20",
    line: "#B9A48C",
    mark: "#FFC53D",
    "danger-text": "#FFB4A6",
  },
} as const;

/** From the middle of a felt to its edge. `home` is the ground of pages that belong to no game, and of games that
 * have no line. */
export const FELTS: Readonly<Record<string, Readonly<Record<Shade, readonly [centre: string, edge: string]>>>> = {
  home: { light: ["#FBF3E4", "#EADBBF"], dark: ["#3A2A20", "#17100B"] },
  push: { light: ["#C6E2CC", "#94C0A5"], dark: ["#1B5E49", "#082219"] },
  quinto: { light: ["#C9DEF0", "#95B8D5"], dark: ["#274F77", "#0C1B2E"] },
  hexa: { light: ["#DFD2EE", "#B9A5D2"], dark: ["#473263", "#1A0F2A"] },
  trio: { light: ["#F7D5BF", "#DFA98B"], dark: ["#6A2C22", "#2A0E0C"] },
};
