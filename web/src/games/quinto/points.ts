import type { Points } from "../../table/points.ts";

const points: Points<"quinto"> = ({ view, teller }) => [
  { title: teller.own("points.rows"), values: view.tallies.map((tally) => tally.rows.join(" + ")) },
  { title: teller.own("points.bonuses"), values: view.tallies.map((tally) => tally.bonuses.reduce((sum, bonus) => sum + bonus, 0)) },
  { title: teller.own("points.misses"), values: view.tallies.map((tally) => tally.misses) },
];

export default points;
