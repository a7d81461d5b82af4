// The Colyseus server that lab/bench/server measures: the same push-your-luck game for two as lab/bench/boardgameio/server.js.
// 90 number cards, 18 dice cards and 12 cards without effect; `draw` places into the first column that takes the card
// or busts, `stop` takes the best column and leaves the opponent the next.
//
//   node server.mjs PORT VARIANT [DATABASE]
//
// VARIANT `schema` keeps the public state in a Schema, of which each act sends the changes; with DATABASE every act is
// in a SQLite file before it is sent, one commit for all acts of a turn of the event loop. VARIANT `broadcast` sends
// the whole public state after each act, as one message to the room. The pile is kept outside of both.
import { DatabaseSync } from 'node:sqlite';
import { Room, Server } from '@colyseus/core';
import { schema, t } from '@colyseus/schema';
import { WebSocketTransport } from '@colyseus/ws-transport';

const [, , port, variant, database] = process.argv;
const NEVER_MS = 2 ** 30;
const ILLEGAL = 4001;

const KINDS = ['number', 'dice', 'switch'];
const COLOURS = 5;

function deck() {
  const cards = [];
  for (let colour = 0; colour < COLOURS; colour++) {
    for (let value = 1; value <= 6; value++) {
      for (let copy = 0; copy < 3; copy++) cards.push({ kind: 0, colour, value });
    }
  }
  for (let copy = 0; copy < 18; copy++) cards.push({ kind: 1, colour: COLOURS, value: 0 });
  for (let copy = 0; copy < 12; copy++) cards.push({ kind: 2, colour: COLOURS, value: 0 });
  return cards;
}

const isNumber = (card) => KINDS[card.kind] === 'number';
const worth = (column) => column.reduce((sum, card) => sum + card.value, 0);

function fits(card, column) {
  if (!isNumber(card)) return column.every(isNumber);
  return column.every((other) => other.colour !== card.colour && other.value !== card.value);
}

function shuffled() {
  const pile = deck();
  for (let last = pile.length - 1; last > 0; last--) {
    const other = Math.trunc(Math.random() * (last + 1));
    [pile[last], pile[other]] = [pile[other], pile[last]];
  }
  return pile;
}

// The scalars come first, and every act changes one of them first: the load reads those, and no more of a change.
const Card = schema({ kind: t.uint8(), colour: t.uint8(), value: t.uint8() }, 'Card');
const PublicState = schema(
  {
    match: t.uint16().default(0),
    turn: t.uint8().default(0),
    open: t.uint8().default(0),
    left: t.uint8().default(0),
    over: t.uint8().default(0),
    discarded: t.uint8().default(0),
    column0: t.array(Card),
    column1: t.array(Card),
    column2: t.array(Card),
    zone0: t.array(Card),
    zone1: t.array(Card),
  },
  'PublicState',
);

function plainState() {
  const state = { match: 0, turn: 0, open: 0, left: 0, over: 0, discarded: 0 };
  return { ...state, column0: [], column1: [], column2: [], zone0: [], zone1: [] };
}

const columnsOf = (state) => [state.column0, state.column1, state.column2];
const zonesOf = (state) => [state.zone0, state.zone1];

function empty(cards) {
  if (cards.clear) cards.clear();
  else cards.length = 0;
}

function draw(state, pile) {
  const drawn = pile.pop();
  state.left -= 1;
  if (KINDS[drawn.kind] !== 'switch') {
    const card = variant === 'schema' ? new Card().assign(drawn) : drawn;
    const columns = columnsOf(state).slice(0, state.open);
    const column = columns.find((each) => fits(card, each));
    if (column) column.push(card);
    else if (state.open < 3) columnsOf(state)[state.open++].push(card);
    else {
      state.discarded += 1 + columns.reduce((sum, each) => sum + each.length, 0);
      endTurn(state);
    }
  }
  if (state.left === 0) state.over = 1;
}

function stop(state) {
  const mine = state.turn;
  const columns = columnsOf(state).slice(0, state.open);
  const best = columns.sort((one, other) => worth(other) - worth(one));
  state.turn = 1 - mine;
  for (const [at, column] of best.entries()) {
    const numbers = [...column].filter(isNumber);
    if (at < 2) zonesOf(state)[at === 0 ? mine : 1 - mine].push(...numbers);
    else state.discarded += column.length;
    empty(column);
  }
  state.open = 0;
}

function endTurn(state) {
  state.turn = 1 - state.turn;
  state.open = 0;
  columnsOf(state).forEach(empty);
}

function begin(state) {
  const pile = shuffled();
  state.match += 1;
  state.turn = 0;
  state.open = 0;
  state.left = pile.length;
  state.over = 0;
  state.discarded = 0;
  [...columnsOf(state), ...zonesOf(state)].forEach(empty);
  return pile;
}

class PushRoom extends Room {
  maxClients = 2;
  pile = [];
  // Sent after each act, not twenty times a second.
  patchRate = NEVER_MS;

  onCreate() {
    if (variant === 'schema') this.state = new PublicState();
    this.game = variant === 'schema' ? this.state : plainState();
    this.onMessage('begin', () => {
      this.pile = begin(this.game);
      this.tell('begin', 0);
    });
    this.onMessage('draw', (client) => this.act(client, 'draw'));
    this.onMessage('stop', (client) => this.act(client, 'stop'));
  }

  onJoin(client) {
    client.userData = { seat: this.clients.length - 1 };
  }

  act(client, name) {
    const { seat } = client.userData;
    const isLegal = this.game.left > 0 && this.game.turn === seat && (name === 'draw' || this.game.open > 0);
    if (!isLegal) client.leave(ILLEGAL, 'an illegal act');
    else {
      if (name === 'draw') draw(this.game, this.pile);
      else stop(this.game);
      this.tell(name, seat);
    }
  }

  tell(act, seat) {
    if (database) store(this, act, seat);
    else this.send();
  }

  send() {
    if (variant === 'schema') this.broadcastPatch();
    else this.broadcast('state', this.game);
  }
}

let insert;
let waiting = [];
let file;

function store(room, act, seat) {
  if (waiting.length === 0) setImmediate(commit);
  waiting.push([room, act, seat]);
}

function commit() {
  const group = waiting;
  waiting = [];
  file.exec('BEGIN IMMEDIATE');
  for (const [room, act, seat] of group) insert.run(room.roomId, room.game.match, room.game.left, seat, act);
  file.exec('COMMIT');
  for (const [room] of group) room.send();
}

if (database) {
  file = new DatabaseSync(database);
  file.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL');
  file.exec('CREATE TABLE acts (room TEXT, match INTEGER, left INTEGER, seat INTEGER, act TEXT)');
  insert = file.prepare('INSERT INTO acts VALUES (?, ?, ?, ?, ?)');
}
const server = new Server({ transport: new WebSocketTransport(), greet: false });
server.define('push', PushRoom);
await server.listen(Number(port), '127.0.0.1');
