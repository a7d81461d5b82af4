// A bot for the arena in JavaScript: one JSON object a line in, one out. It plays Push: it protects a colour that has
// grown to ten points, else it draws four cards and takes the best column. In other games it does the first it may.
import { createInterface } from "node:readline";

const points = (cards) => cards.reduce((sum, card) => sum + (Number(card.slice(1)) || 0), 0);
const best = (acts, worth) => acts.toSorted((one, other) => worth(other) - worth(one))[0];
let me = 0;

function choose({ columns, zones }, legal) {
  const acts = (verb) => legal.filter((act) => act.startsWith(`${verb} `));
  const column = (act) => points(columns[Number(act.split(" ")[1]) - 1] ?? []);
  const open = (act) => points(zones[me].shown.filter((card) => card[0] === act.split(" ")[1][0].toUpperCase()));
  const protect = best(acts("protect"), open);
  if (protect && open(protect) >= 10) return protect;
  if (legal.includes("draw") && columns.flat().length < 4) return "draw";
  return best(acts("take"), column) ?? best(acts("place"), column) ?? legal[0];
}

for await (const line of createInterface({ input: process.stdin })) {
  const { start, decide } = JSON.parse(line);
  if (start) me = start.seat; // a new match: { game, players, seat, seed }; nothing is answered
  else console.log(JSON.stringify({ act: choose(decide.view, decide.legal) }));
}
