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

/** What is left of so many seconds (0: no limit), counted from when what they are for last changed. Only while a component is made. */
export function secondsLeft(what: () => string, length: () => number): { readonly seconds: number } {
  let seconds = $state(0);
  $effect(() => {
    if (!what() || !length()) return;
    const end = performance.now() + length() * 1000;
    const count = () => (seconds = Math.max(0, Math.ceil((end - performance.now()) / 1000)));
    count();
    const timer = setInterval(count, 200);
    return () => clearInterval(timer);
  });
  return {
    get seconds() {
      return seconds;
    },
  };
}
