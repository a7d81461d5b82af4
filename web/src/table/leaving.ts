// Leaving a table, and what somebody is told before they do or when they have to.
import { say, words } from "../lib/i18n/words.svelte.ts";
import { api } from "../lib/net/api.ts";
import { router } from "../lib/router.svelte.ts";
import { forgetTable } from "../lib/stores/history.ts";
import type { Session } from "../lib/stores/session.svelte.ts";
import { asking } from "../lib/ui/asking.svelte.ts";

/** A bot takes the seat of whoever plays; the next person hosts when the host leaves. */
function leaveQuestion(session: Session): string {
  const playing = session.seat !== null && session.phase === "playing" && !session.outcome;
  const next = session.isHost ? session.table?.places.find(({ id, kind }) => kind === "human" && id !== session.place) : undefined;
  const question = say(playing ? "web.table.leave-ask" : "web.table.leave-lobby-ask");
  return next ? `${question} ${say("web.table.host-next", { name: next.name })}` : question;
}

/** Back to the first page for good. Whoever has a place is asked before. */
export async function leaveTable(session: Session): Promise<void> {
  const seated = session.place !== null;
  if (seated && !(await asking.confirm(leaveQuestion(session), say("web.table.leave"), { danger: true }))) return;
  session.stop();
  forgetTable(session.code);
  if (seated) await api.leave(session.code).catch(() => undefined);
  router.go("");
}

const GOODBYES: Readonly<Record<string, string>> = {
  newer: "web.table.newer",
  kicked: "web.table.kicked",
  reload: "web.table.old-page",
  "bad-message": "web.table.bad-message",
  "too-many": "web.problem.too-many-requests",
  "too-many-sockets": "web.problem.too-many-sockets",
  "too-many-spectators": "web.problem.too-many-spectators",
  "too-many-guesses": "web.problem.too-many-guesses",
};

/** Why nothing more comes from a table, in a sentence; empty: it goes on, or is tried again. */
export function whyEnded({ bye, problem, table }: Session): string {
  if (bye) return say(GOODBYES[bye.why] ?? "web.table.closed");
  if (!problem) return "";
  return table && problem.code === "no-such-table" ? say("web.table.gone") : words.teller!.refusal(problem);
}
