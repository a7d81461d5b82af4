// What somebody is told before they leave a table, and when they have to.
import { say } from "../lib/i18n/words.svelte.ts";
import type { Session } from "../lib/stores/session.svelte.ts";

/** A bot takes the seat of whoever plays; the next person hosts when the host leaves. */
export function leaveQuestion(session: Session): string {
  const playing = session.seat !== null && session.phase === "playing" && !session.outcome;
  const next = session.isHost ? session.table?.places.find(({ id, kind }) => kind === "human" && id !== session.place) : undefined;
  const question = say(playing ? "web.table.leave-ask" : "web.table.leave-lobby-ask");
  return next ? `${question} ${say("web.table.host-next", { name: next.name })}` : question;
}

const GOODBYES: Readonly<Record<string, string>> = {
  newer: "web.table.newer",
  kicked: "web.table.kicked",
  reload: "web.table.old-page",
  "bad-message": "web.table.bad-message",
  "too-many": "web.problem.too-many-requests",
  "too-many-sockets": "web.problem.too-many-sockets",
  "too-many-spectators": "web.problem.too-many-spectators",
};

/** Why the server has ended the connection. */
export function goodbye(why: string): string {
  return say(GOODBYES[why] ?? "web.table.closed");
}
