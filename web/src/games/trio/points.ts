import type { Points } from "../../table/points.ts";

const points: Points<"trio"> = ({ preview, teller }) => [{ title: teller.own("points.left"), values: preview.left, fewer: true }];

export default points;
