// What just happened at a table, handed once to whoever listens: state is read again whenever anything beside it changes,
// but an event happens once.
import type { ReceiptInfo } from "../../wire.gen.ts";

interface AnyEvent {
  readonly event: string;
}

/** `receipts`: the times of the contested acts among these events. */
export type Listener<Event extends AnyEvent = AnyEvent> = (events: readonly Event[], receipts: readonly ReceiptInfo[]) => void;

export class Updates<Event extends AnyEvent = AnyEvent> {
  readonly #listeners = new Set<Listener<Event>>();

  /** Call `listener` once with each update from now on. Return a function that ends it. */
  readonly listen = (listener: Listener<Event>): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Hand an update to everybody who listens, before the page draws what it changed. */
  tell(events: readonly Event[], receipts: readonly ReceiptInfo[] = []): void {
    if (events.length) for (const listener of [...this.#listeners]) listener(events, receipts);
  }
}
