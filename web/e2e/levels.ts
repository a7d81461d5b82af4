// Bots of every level, in the worker of a real browser: at a table of each game, each does something. One page and one
// worker for all; the messages are those of the page.
//   node e2e/levels.ts SITE
// SITE is what `make site` wrote.
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { PROTOCOL, type GameInfo } from "../src/wire.gen.ts";
import { launch, PATIENCE_MS } from "./browser.ts";
import { StaticHost } from "./device.ts";
import { gamesAt, races } from "./games.ts";
import { sees } from "./scenes.ts";

const [site] = process.argv.slice(2) as [string];
const PATIENCE = "patience_s";
const WORKER = `assets/${readdirSync(join(site, "assets")).find((name) => /^worker-.*\.js$/.test(name))!}`;

interface Given {
  readonly worker: string;
  readonly protocol: number;
  readonly wanted: readonly (readonly [game: string, level: string, turns: boolean, options: Readonly<Record<string, number>>])[];
}

/** Runs in the page: what the bot of each table has done first. */
async function tries({ worker: script, protocol, wanted }: Given): Promise<string[]> {
  type Message = { t: string; id: number; socket: number; status: number; text: string; about: string };
  type Told = { t: string; n: number; race?: boolean; p: number; deal: number; match: string; shown?: { legal?: string[] }; legal?: string[] };
  const worker = new Worker(new URL(script, document.baseURI), { type: "module" });
  const hear: ((message: Message) => void)[] = [];
  worker.onmessage = ({ data }: MessageEvent<Message>) => [...hear].forEach((each) => each(data));
  const heard = (fits: (message: Message) => boolean) =>
    new Promise<Message>((resolve, reject) => {
      const listener = (message: Message): void => {
        if (message.t === "failed") reject(new Error(message.about));
        if (message.t !== "failed" && !fits(message)) return;
        hear.splice(hear.indexOf(listener), 1);
        resolve(message);
      };
      hear.push(listener);
    });
  let last = 0;
  const ask = async (path: string, body: object): Promise<string> => {
    const id = ++last;
    const answer = heard((message) => message.t === "answer" && message.id === id);
    worker.postMessage({ t: "request", id, method: "POST", path: `/api/${path}`, place: 0, body: JSON.stringify(body) });
    const { status, text } = await answer;
    if (status >= 300) throw new Error(`${path}: ${text}`);
    return text;
  };
  const nonce = "00".repeat(32);
  const hash = Array.from(new Uint8Array(await crypto.subtle.digest("SHA-256", new Uint8Array(32))), (byte) => byte.toString(16).padStart(2, "0")).join("");
  let database: IDBDatabase | undefined;
  /** What the bots have done in a match, as it is kept on this device: lines of [number, seat, act, ...]. */
  const acts = async (match: string): Promise<string[]> => {
    database ??= await new Promise<IDBDatabase>((resolve) => {
      const opening = indexedDB.open("cartable");
      opening.onsuccess = () => resolve(opening.result);
    });
    const range = IDBKeyRange.bound(`lines/${match}/`, `lines/${match}/\uffff`);
    const request = database.transaction("kept").objectStore("kept").getAll(range) as IDBRequest<Uint8Array[]>;
    const parts = await new Promise<Uint8Array[]>((resolve) => (request.onsuccess = () => resolve(request.result)));
    const lines = parts.flatMap((part) => new TextDecoder().decode(part).split("\n")).filter((line) => line.startsWith("["));
    return lines.map((line) => JSON.parse(line) as [number, number, string]).filter(([, seat]) => seat > 0).map(([, , act]) => act);
  };
  /** Somebody sits down with a bot and does the first thing they may, until the bot has done something. */
  const table = async (socket: number, game: string, level: string, turns: boolean, options: object): Promise<string> => {
    const { code } = (JSON.parse(await ask("tables", { game, name: "Ann", options })) as { table: { code: string } }).table;
    await ask(`tables/${code}/bots`, { level });
    if (!turns) await ask(`tables/${code}/bots`, { level });
    let [match, k, news, asked] = ["", 0, 0, false];
    let legal: readonly string[] = [];
    const say = (message: object): void => worker.postMessage({ t: "say", socket, text: JSON.stringify(message) });
    const listener = (message: Message): void => {
      if (message.t !== "told" || message.socket !== socket) return;
      news += 1;
      const told = JSON.parse(message.text) as Told;
      if (told.t === "ping") say({ t: "pong", p: told.p });
      if (told.t === "deal") say({ t: "nonce-hash", deal: told.deal, hash });
      if (told.t === "header") say({ t: "nonce", deal: told.deal, nonce });
      if (told.t === "snapshot") match = told.match;
      if (told.race) say({ t: "seen", n: told.n });
      legal = told.shown?.legal ?? told.legal ?? legal;
      if (told.t === "answer") asked = false;
      // Whoever races leaves it to the bots.
      if (!turns || asked || !legal.length) return;
      asked = true;
      say({ t: "act", k: k++, act: legal[0]! });
    };
    hear.push(listener);
    const opened = heard((message) => message.t === "opened" && message.socket === socket);
    worker.postMessage({ t: "open", socket, code, place: 0 });
    await opened;
    say({ t: "hello", v: protocol, clock: 0.1 });
    await ask(`tables/${code}/start`, {});
    for (;;) {
      const known = news;
      const [first] = match ? await acts(match) : [];
      if (first !== undefined) {
        hear.splice(hear.indexOf(listener), 1);
        worker.postMessage({ t: "close", socket });
        return first;
      }
      if (news === known) await heard((message) => message.t === "told" && message.socket === socket);
    }
  };
  const ready = heard((message) => message.t === "ready");
  worker.postMessage({ t: "start", base: new URL("python/", document.baseURI).href, waitScale: 0 });
  await ready;
  const found: string[] = [];
  for (const [at, [game, level, turns, options]] of wanted.entries()) found.push(await table(at + 1, game, level, turns, options));
  worker.terminate();
  return found;
}

/** Where a card that nobody wants lies for a while, it goes soon. */
const shortOf = ({ options }: GameInfo): Record<string, number> => (options.some(({ name }) => name === PATIENCE) ? { [PATIENCE]: 1 } : {});

const browser = await launch();
const host = await StaticHost.of(site);
try {
  const page = await browser.newPage();
  page.setDefaultTimeout(PATIENCE_MS);
  // A page that does not start Python by itself.
  await page.goto(`${host.base}/?p=rules/push`);
  const wanted = (await gamesAt(host.base)).flatMap((game) => game.levels.map((level) => [game.id, level, !races(game), shortOf(game)] as const));
  const began = performance.now();
  const done = await page.evaluate(tries, { worker: WORKER, protocol: PROTOCOL, wanted });
  for (const [at, [game, level]] of wanted.entries()) {
    sees(`${game}, ${level}: no act`, Boolean(done[at]));
    console.log(`${game} ${level}: ${done[at]!}`);
  }
  console.log(`after ${((performance.now() - began) / 1000).toFixed(1)} s`);
} finally {
  await browser.close();
  host.cut();
}
