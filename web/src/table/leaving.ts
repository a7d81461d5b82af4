// What somebody is told before they leave a table.
import { say } from "../lib/i18n/words.svelte.ts";
import type { Session } from "../lib/stores/session.svelte.ts";

/** A bot takes the seat of whoever plays; the next person hosts when the host leaves. */
export function leaveQuestion(session: Session): string {
  const playing = session.seat !== null && session.phase === "playing" && !session.outcome;
  const next = session.isHost ? session.table?.places.find(({ id, kind }) => kind === "human" && id !== session.place) : undefined;
  const question = say(playing ? "web.table.leave-ask" : "web.table.leave-lobby-ask");
  return next ? `${question} ${say("web.table.host-next", { name: next.name })}` : question;
}
