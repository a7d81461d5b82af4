// Two people with a browser each play a game to its end, with a bot at the table. One of them reloads the page in the
// middle, loses the line, and comes back.
//   node e2e/play.ts http://127.0.0.1:8765 push en phone fr desktop 0
// The last is how many milliseconds they take to react at least: two that are faster than any person would tie forever.
import { launch } from "./browser.ts";
import { Cut } from "./cut.ts";
import { Pointer } from "./hands.ts";
import { hasPlayer } from "./players/index.ts";
import { DESKTOP, PHONE, Visitor, type Wishes } from "./visitor.ts";
import type { Language } from "./words.ts";

const [base, game, firstLanguage, firstScreen, secondLanguage, secondScreen, reactionMs] = process.argv.slice(2) as [string, string, Language, string, Language, string, string];
const screens = { phone: PHONE, desktop: DESKTOP } as Readonly<Record<string, Wishes["screen"]>>;
const racing = Number(reactionMs) > 0;
/** After so many moves of one's own; early, since on a busy machine a bot may win a race before long, and a game that
 * nobody here knows may be as short as a few moves. */
const [RELOAD, LOSE] = hasPlayer(game) && !racing ? [1, 2] : [0, 1];
/** In turns everybody waits for what the others look at: here it is soon shown. Races are played as they come. */
const kept = (settings: object) => (racing ? {} : { settings: { motion: 0, ...settings } });

const browser = await launch();
const line = await Cut.before(base);
try {
  const [ann, zoe] = await Promise.all([
    Visitor.come(browser, { name: "Ann", language: firstLanguage, screen: screens[firstScreen]!, game, base, kept: kept({}) }),
    Visitor.come(browser, { name: "Zoé", language: secondLanguage, screen: screens[secondScreen]!, game, base: line.base, kept: kept({ forced: false }) }),
  ]);
  const [annsHand, zoesHand] = [new Pointer(ann.page, firstScreen === "phone", Number(reactionMs)), new Pointer(zoe.page, secondScreen === "phone", Number(reactionMs))];
  const code = await ann.openTable(annsHand, 1);
  await zoe.joinTable(zoesHand, code);
  await ann.start(annsHand, ann.players + 1);

  const interrupted = async () => {
    if ((await zoe.play(zoesHand, () => zoe.moves >= RELOAD)) === "over") throw new Error("The match was over before the page was reloaded");
    await zoe.reload();
    if ((await zoe.play(zoesHand, () => zoe.moves >= LOSE)) === "over") throw new Error("The match was over before the line was lost");
    zoe.offline = true;
    line.cut();
    const bar = zoe.page.getByText(zoe.words.say("web.table.reconnecting"), { exact: true });
    await bar.waitFor();
    line.mend();
    await bar.waitFor({ state: "hidden" });
    zoe.offline = false;
    await zoe.play(zoesHand);
  };
  await Promise.all([ann.play(annsHand), interrupted()]);
  const results = await Promise.all([ann, zoe].map((each) => each.page.getByRole("dialog").locator("#result").innerText()));
  for (const each of [ann, zoe]) await each.seesResult();
  console.log(`${game}: ${ann.moves} and ${zoe.moves} moves\n${results[0]!.replace(/\s*\n\s*/g, "\n")}`);
  const complaints = (await Promise.all([ann, zoe].map((each) => each.check()))).flat();
  if (complaints.length) throw new Error(complaints.join("\n"));
} finally {
  await browser.close();
  line.close();
}
