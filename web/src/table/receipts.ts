// The times of contested acts as one line: everybody's in order, and how sure it is who was first.
import type { Teller } from "../lib/i18n/teller.ts";
import { say } from "../lib/i18n/words.svelte.ts";
import type { ReceiptInfo } from "../wire.gen.ts";

/** Empty: nothing was contested. `timed`: times are reactions to one card, and mean something by themselves; else only the gap does. */
export function receiptLine(receipts: readonly ReceiptInfo[], teller: Teller, timed: boolean): string {
  const order = [...receipts].sort((a, b) => counted(a) - counted(b));
  const [first, second] = order;
  if (!first || !second) return "";
  const times = order.map((each) => timeOf(each, teller, timed));
  const apart = { gap: Math.round(counted(second) - counted(first)), give: Math.round(first.give + second.give) };
  const gap = receipts.some(({ verdict }) => verdict === "tie") ? say("web.table.receipt-tie") : say("web.table.receipt-gap", apart);
  return [...times, gap].join(" · ");
}

/** What the order goes by: the time less the head start. */
function counted({ time, head_start = 0 }: ReceiptInfo): number {
  return time - head_start;
}

function timeOf({ seat, time, head_start: start = 0 }: ReceiptInfo, teller: Teller, timed: boolean): string {
  const ms = Math.round(time);
  if (!timed) return start ? teller.say("web.handicap.receipt-player", { seat, start }) : teller.player(seat);
  return start ? teller.say("web.handicap.receipt-time", { seat, ms, start }) : teller.say("web.table.receipt-time", { seat, ms });
}
