// How finely this device can tell time: browsers round their clocks, some to a tenth of a second.

/** The smallest step seen between different readings, in ms. */
export function clockStep(now: () => number = () => performance.now(), most_ms = 4, readings = 20_000): number {
  let least = Infinity;
  const begin = now();
  let last = begin;
  for (let i = 0; i < readings; i++) {
    const read = now();
    if (read > last) {
      least = Math.min(least, read - last);
      last = read;
      if (read - begin > most_ms) break;
    }
  }
  // Nothing moved at all: the step is longer than we cared to wait.
  return least === Infinity ? 100 : Math.max(0, Math.min(1000, Math.round(least * 1000) / 1000));
}
