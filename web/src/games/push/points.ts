import type { Points } from "../../table/points.ts";
import { worth } from "./reading.ts";

const points: Points<"push"> = ({ view, teller }) => [
  { title: teller.own("points.shown"), values: view.zones.map((zone) => worth(zone.shown)) },
  { title: teller.own("points.protected"), values: view.zones.map((zone) => worth(zone.protected)) },
  { title: teller.own("points.cards"), values: view.zones.map((zone) => zone.shown.length + zone.protected.length) },
];

export default points;
