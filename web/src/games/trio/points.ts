import type { Points } from "../../table/points.ts";

const points: Points<"trio"> = ({ preview, teller }) => [{ title: teller.own("points.left"), values: preview.left }];

export default points;
