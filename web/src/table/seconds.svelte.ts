// Seconds that count down while somebody reads them, and cost nothing otherwise.
import { createSubscriber } from "svelte/reactivity";

const everySecond = createSubscriber((update) => {
  const timer = setInterval(update, 1000);
  return () => clearInterval(timer);
});

/** Whole seconds to an instant of this device's clock. */
export function secondsTo(until: number): number {
  everySecond();
  return Math.max(0, Math.ceil((until - performance.now()) / 1000));
}

/** Where a time that the rules give began to be counted: at an end that the server told, or (null) when what it is for changed. */
export interface RulesClock {
  readonly until: number | null;
}

/**
 * What is left of so many seconds (0: no limit), counted from when what they are for last changed. Whoever comes later,
 * or again, is told by a clock of their own when they end; without a clock nothing is counted. Only while a component is made.
 */
export function secondsLeft(what: () => string, length: () => number, clock: () => RulesClock | undefined): { readonly seconds: number | null } {
  let seconds: number | null = $state(null);
  let used: RulesClock | undefined;
  const what_ = $derived(what());
  $effect(() => {
    const now = clock();
    const told = now === used ? null : (now?.until ?? null);
    used = now;
    if (!now || !what_ || !length()) return;
    const end = told ?? performance.now() + length() * 1000;
    const count = () => (seconds = Math.max(0, Math.ceil((end - performance.now()) / 1000)));
    count();
    const timer = setInterval(count, 200);
    return () => {
      clearInterval(timer);
      seconds = null;
    };
  });
  return {
    get seconds() {
      return seconds;
    },
  };
}
