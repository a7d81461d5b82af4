// What the boards of races have in common.
import type { Motion } from "../stores/settings.svelte.ts";

/** Cards are quicker where every moment counts. */
export function raceMotion(motion: Motion): number {
  if (motion === 0) return 0;
  return motion === 500 ? 120 : 70;
}

/**
 * The place of a key that was pressed for the board; null when somebody writes, reads a dialog, or means something else.
 * `taken`: the space bar has a meaning of its own now, and pushes no button of the board.
 */
export function placeKey(event: KeyboardEvent, taken = false): string | null {
  if (event.repeat || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return null;
  const target = event.target instanceof Element ? event.target : null;
  if (target?.closest("input, textarea, select, dialog, [contenteditable]")) return null;
  if (event.code === "Space" && target?.closest("button, a, summary") && !(taken && target.closest("#board"))) return null;
  return event.code;
}
