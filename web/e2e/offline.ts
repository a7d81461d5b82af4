// Somebody plays whole matches on their own device: from a folder of files under a sub-path, served by plain Python. The
// network goes after the first moves, and the page is loaded again without it.
//   node e2e/offline.ts SITE PYTHON LOG phone en push quinto
// SITE is what `make site` wrote; PYTHON is any Python, which serves it. Games of one tempo: they share a worker. The last
// match of turns has the cards of a deal number. The log of the last match is saved as LOG.
import { spawn, type ChildProcess } from "node:child_process";
import { mkdtempSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { launch } from "./browser.ts";
import { comes, goHome, installed, playDeal, playNow, playWithMany, saveLast, screens } from "./device.ts";
import { gamesAt, races } from "./games.ts";
import { Pointer } from "./hands.ts";
import { cautious } from "./players/push.ts";
import type { Language } from "./words.ts";

const [site, python, log, screen, language, ...games] = process.argv.slice(2) as [string, string, string, keyof typeof screens, Language, ...string[]];
/** Bots that race wait for nobody: see RACE_WAIT_SCALE in tests/e2e/site.py. */
const RACE_WAIT_SCALE = 0.5;
const REACTION_MS = 150;
/** The one that tests/e2e/test_offline.py compares by. */
const DEAL = "K7M3PQ4X";

/** Where the others have most of the cards there are few moves of one's own. */
const MANY: Readonly<Record<string, number>> = { push: 6, trio: 4 };

/** `python -m http.server` with the folder below /some: its address, and the process. */
async function served(): Promise<{ base: string; server: ChildProcess }> {
  const root = mkdtempSync(join(tmpdir(), "cartable-site-"));
  symlinkSync(resolve(site), join(root, "some"));
  const server = spawn(python, ["-u", "-m", "http.server", "0", "--bind", "127.0.0.1", "--directory", root], { stdio: ["ignore", "pipe", "ignore"] });
  const port = await new Promise<string>((found, lost) => {
    server.stdout.on("data", (text: Buffer) => found(/port (\d+)/.exec(String(text))?.[1] ?? ""));
    server.on("exit", () => lost(new Error("http.server does not start")));
  });
  return { base: `http://127.0.0.1:${port}/some`, server };
}

const began = performance.now();
const seconds = () => `${((performance.now() - began) / 1000).toFixed(1)} s`;
const browser = await launch();
const { base, server } = await served();
try {
  const racing = races((await gamesAt(base)).find(({ id }) => id === games[0]));
  const visitor = await comes(browser, base, games[0]!, { language, screen: screens[screen], waitScale: racing ? RACE_WAIT_SCALE : 0 });
  const hand = new Pointer(visitor.page, screen === "phone", racing ? REACTION_MS : 0);
  for (const [at, game] of games.entries()) {
    const most = MANY[game];
    await visitor.turnsTo(game, most && !racing ? cautious : undefined);
    const numbered = !racing && at === games.length - 1;
    if (numbered) await playDeal(visitor, hand, base, DEAL);
    else await (most ? playWithMany(visitor, hand, most, racing) : playNow(visitor, hand));
    await visitor.page.locator("#board").waitFor();
    console.log(`${game}: on the board after ${seconds()}`);
    if (at === 0) {
      await installed(visitor.page);
      if ((await visitor.play(hand, () => visitor.moves >= (racing ? 1 : 2))) === "over") throw new Error("over before the network was cut");
      visitor.offline = true;
      server.kill();
      await visitor.reload();
    }
    await visitor.play(hand);
    const result = await visitor.page.getByRole("dialog").locator("#result").innerText();
    console.log(`${game}: ${visitor.moves} moves, over after ${seconds()}\n${result.replace(/\s*\n\s*/g, "\n")}`);
    if (at < games.length - 1) await goHome(visitor, hand);
  }
  await saveLast(visitor, hand, log);
  if (!racing) {
    await visitor.page.goto(`${base}/?p=deal/${DEAL}`);
    await visitor.page.getByRole("link", { name: "Ann", exact: true }).waitFor();
  }
  const { complaints } = visitor;
  await visitor.leave();
  if (complaints.length) throw new Error(complaints.join("\n"));
} finally {
  server.kill();
  await browser.close();
}
