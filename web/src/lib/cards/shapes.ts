// The shapes that go with colours, each in a box of 100 by 100.
export const SHAPES = {
  triangle: "M50 7 96 91H4Z",
  circle: "M50 5a45 45 0 1 0 .01 0Z",
  heart: "M50 92C22 70 4 54 4 33A24.500 24.500 0 0 1 50 23 24.500 24.500 0 0 1 96 33C96 54 78 70 50 92Z",
  square: "M9 9H91V91H9Z",
  diamond: "M50 2 95 50 50 98 5 50Z",
  ring: "M50 5a45 45 0 1 0 .01 0ZM50 30a20 20 0 1 1-.01 0Z",
  star: "M50 3 61.800 36.800 97.600 37.500 69 59.200 79.400 93.500 50 73 20.600 93.500 31 59.200 2.400 37.500 38.200 36.800Z",
  pentagon: "M50 4 97 39 79 95H21L3 39Z",
} as const;

export type ShapeName = keyof typeof SHAPES;
