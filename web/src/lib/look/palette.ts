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

/** Each game's own set must be told apart. A new game adds its line. */
export const SETS: Readonly<Record<string, readonly Colour[]>> = {
  push: ["green", "yellow", "red", "blue", "purple"],
  quinto: ["orange", "yellow", "purple", "grey"],
  hexa: ["yellow", "green", "blue", "purple", "red", "orange", "pink", "brown"],
  trio: ["red", "orange", "yellow", "green", "blue", "purple"],
};

export const CARD = { face: "#FFFCF5", ink: "#16181A", border: "#5F6F66" } as const;

interface Felt {
  readonly felt: string;
  readonly raised: string;
  readonly text: string;
  readonly muted: string;
  readonly line: string;
  readonly accent: string;
  readonly "on-accent": string;
  readonly mark: string;
  readonly danger: string;
}

/** `accent` is the main button, `mark` outlines what may be done, `line` outlines controls. */
export const FELTS: Readonly<Record<"light" | "dark", Felt>> = {
  light: {
    felt: "#DCE9DF",
    raised: "#F4F9F5",
    text: "#16181A",
    muted: "#46534B",
    line: "#5F6F66",
    accent: "#0F5C45",
    "on-accent": "#FFFFFF",
    mark: "#8A3B00",
    danger: "#A31800",
  },
  dark: {
    felt: "#0F3329",
    raised: "#18453A",
    text: "#FFFFFF",
    muted: "#B9CBC1",
    line: "#8FAA9E",
    accent: "#FFD76A",
    "on-accent": "#16181A",
    mark: "#FFD76A",
    danger: "#FFB4A6",
  },
};
