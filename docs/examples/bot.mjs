// A bot for the arena in JavaScript: one JSON object a line in, one out. It plays Push: it draws three cards and takes the
// column with the most points. In other games it takes the first thing it may do.
import { createInterface } from "node:readline";

const points = (column) => column.reduce((sum, card) => sum + (Number(card.slice(1)) || 0), 0);

for await (const line of createInterface({ input: process.stdin })) {
  const { start, decide } = JSON.parse(line);
  if (start) continue; // a new match: { game, players, seat, seed }; nothing is answered
  const { view, legal } = decide;
  const takes = legal.filter((act) => act.startsWith("take "));
  const worth = (act) => points(view.columns[Number(act.slice(5)) - 1]);
  const best = takes.sort((one, other) => worth(other) - worth(one))[0];
  const enough = best && (!legal.includes("draw") || view.columns.flat().length >= 3);
  console.log(JSON.stringify({ act: enough ? best : legal[0] }));
}
