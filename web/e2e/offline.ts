// Somebody plays whole matches on their own device: from a folder of files under a sub-path, with the network gone after
// the first moves and the page loaded again without it.
//   node e2e/offline.ts SITE PYTHON push hexa
// SITE is what `make site` wrote; PYTHON is any Python, which serves it.
import { spawn, type ChildProcess } from "node:child_process";
import { mkdtempSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { Browser } from "playwright-core";
import { launch } from "./browser.ts";
import { Pointer } from "./hands.ts";
import { DESKTOP, PHONE, Visitor } from "./visitor.ts";

const [site, python, ...games] = process.argv.slice(2) as [string, string, ...string[]];
/** Bots that run wait for nobody: see RACE_PACE in tests/e2e/site.py. */
const PACES: Readonly<Record<string, number>> = { hexa: 0.5, trio: 0.5 };
const REACTION_MS = 150;
const FIRST = 2;

/** `python -m http.server` with the folder below /some/where: its address, and the process. */
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

async function begin(visitor: Visitor, hand: Pointer, game: string): Promise<void> {
  const { page, words } = visitor;
  await page.evaluate((pace) => localStorage.setItem("cartable:pace", String(pace)), PACES[game] ?? 0);
  const named = words.own("name");
  const box = visitor.button("web.home.game-menu", { game: named });
  const now = page.getByRole("button", { name: words.say("told", { what: words.say("web.home.play-bots"), how: named }), exact: true });
  await box.or(now).first().waitFor();
  if (await box.count()) await hand.push(box);
  await hand.push(now);
  await visitor.introduce(hand, "web.go");
  await page.locator("#board").waitFor();
}

async function match(browser: Browser, game: string, phone: boolean): Promise<string> {
  const { base, server } = await served();
  try {
    const visitor = await Visitor.come(browser, { name: "Ann", language: phone ? "en" : "fr", screen: phone ? PHONE : DESKTOP, game, base });
    const hand = new Pointer(visitor.page, phone, game in PACES ? REACTION_MS : 0);
    await begin(visitor, hand, game);
    if (!/\?p=t\/local-/.test(visitor.page.url())) throw new Error(`not on this device: ${visitor.page.url()}`);
    await visitor.page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    if ((await visitor.play(hand, () => visitor.moves >= FIRST)) === "over") throw new Error("over before the network was cut");
    visitor.offline = true;
    server.kill();
    await visitor.reload();
    await visitor.play(hand);
    const result = await visitor.page.getByRole("dialog").locator("#result").innerText();
    const { complaints } = visitor;
    await visitor.leave();
    if (complaints.length) throw new Error(complaints.join("\n"));
    return `${game}: ${visitor.moves} moves\n${result.replace(/\s*\n\s*/g, "\n")}`;
  } finally {
    server.kill();
  }
}

const browser = await launch();
try {
  for (const [at, game] of games.entries()) console.log(await match(browser, game, at % 2 === 0));
} finally {
  await browser.close();
}
