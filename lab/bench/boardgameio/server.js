// The boardgame.io server that lab/bench/server measures: a two-player push-your-luck game on boardgame.io as it comes, kept in memory, or
// in files where a folder is named: its own `FlatFile`, which writes the whole match again with every act.
// 90 number cards, 18 dice cards and 12 cards without effect; `draw` places into the first column that takes the card
// or busts, `stop` takes the best column and leaves the opponent the next.
'use strict';
const { FlatFile, Server, Origins } = require('boardgame.io/server');

const COLOURS = ['green', 'yellow', 'red', 'blue', 'purple'];

function deck() {
  const cards = [];
  for (const colour of COLOURS) {
    for (let value = 1; value <= 6; value++) {
      for (let copy = 0; copy < 3; copy++) cards.push({ colour, value });
    }
  }
  for (let copy = 0; copy < 18; copy++) cards.push({ kind: 'dice' });
  for (let copy = 0; copy < 12; copy++) cards.push({ kind: 'switch' });
  return cards;
}

const worth = (column) => column.reduce((sum, card) => sum + (card.value ?? 0), 0);

function fits(card, column) {
  if (card.kind === 'dice') return column.every((other) => other.kind !== 'dice');
  return column.every((other) => card.colour !== other.colour && card.value !== other.value);
}

function draw({ G, events }) {
  const card = G.secret.pile.pop();
  G.left -= 1;
  if (card.kind !== 'switch') {
    const column = G.columns.find((each) => fits(card, each));
    if (column !== undefined) column.push(card);
    else if (G.columns.length < 3) G.columns.push([card]);
    else {
      G.discarded += 1 + G.columns.flat().length;
      G.columns = [];
      events.endTurn();
    }
  }
  if (G.left === 0) events.endGame({ scores: G.zones.map(worth) });
}

function stop({ G, ctx, events }) {
  if (G.columns.length === 0) return 'INVALID_MOVE';
  const best = [...G.columns].sort((one, other) => worth(other) - worth(one));
  const mine = Number(ctx.currentPlayer);
  for (const [at, column] of best.entries()) {
    const numbers = column.filter((card) => card.colour !== undefined);
    if (at === 0) G.zones[mine].push(...numbers);
    else if (at === 1) G.zones[1 - mine].push(...numbers);
    else G.discarded += column.length;
  }
  G.columns = [];
  events.endTurn();
  return undefined;
}

const push = {
  name: 'push',
  minPlayers: 2,
  maxPlayers: 2,
  setup: ({ random }) => {
    const pile = random.Shuffle(deck());
    return { secret: { pile }, left: pile.length, columns: [], zones: [[], []], discarded: 0 };
  },
  playerView: ({ G }) => {
    const { secret, ...shown } = G;
    return shown;
  },
  moves: { draw: { move: draw, client: false }, stop: { move: stop, client: false } },
};

const [, , port, folder] = process.argv;
const db = folder === undefined ? {} : { db: new FlatFile({ dir: folder }) };
const server = Server({ games: [push], origins: [Origins.LOCALHOST], ...db });
server.run({ port: Number(port) }, () => process.stdout.write('ready\n'));
