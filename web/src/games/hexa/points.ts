import type { Points } from "../../table/points.ts";

const points: Points<"hexa"> = ({ view, teller }) => [
  { title: teller.own("points.left"), values: view.piles, fewer: true },
  { title: teller.own("points.chips"), values: view.chips },
];

export default points;
