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
