// Who won and why, in a sentence: on the sheet of a player, on a television and in a shared picture.
import type { Teller } from "../lib/i18n/teller.ts";
import { say } from "../lib/i18n/words.svelte.ts";
import { api } from "../lib/net/api.ts";
import type { Outcome, WinStory } from "../wire.gen.ts";

const LATER_MS = 600;

export const winnersOf = ({ ranks }: Outcome): readonly number[] => ranks.flatMap((rank, seat) => (rank === 1 ? [seat] : []));

/** What decided a match; nothing when it cannot be found out. The last line of the log is stored a moment after it is told. */
export function storyOf(match: string): Promise<WinStory | null> {
  const later = () => new Promise((done) => setTimeout(done, LATER_MS));
  return api.story(match).catch(() => later().then(() => api.story(match)).catch(() => null));
}

/** `mine`: whoever reads it has won. */
export function headline(teller: Teller, outcome: Outcome, mine: boolean): string {
  const winners = winnersOf(outcome);
  // Alone nobody wins: the points are what there is to tell.
  if (outcome.ranks.length === 1 && outcome.scores) return say("web.result.alone", { points: outcome.scores[0] });
  if (winners.length > 1) return teller.say("web.result.you-shared", { winners });
  return mine ? say("web.result.you-won") : teller.say("web.result.winner", { winners, many: false });
}

export function reason(teller: Teller, outcome: Outcome, story: WinStory | null, mine: boolean): string {
  const key = story?.why ? `story.${story.why}${mine && winnersOf(outcome).length === 1 ? "-you" : ""}` : "";
  if (key && teller.has(`${teller.game}.${key}`)) return teller.own(key, story!.about);
  return teller.own(`reason.${outcome.reason}`);
}
