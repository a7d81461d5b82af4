// In a race the finger going down is the answer, not its coming up: a button that acts on the press, unless somebody
// would rather have it otherwise. Keys and the clicks of assistive technology act too, each once.
import type { Attachment } from "svelte/attachments";
import { settings } from "../stores/settings.svelte.ts";

/** A click so soon after its press is the same touch. */
const SAME_TOUCH_MS = 1000;

export function press(act: () => void): Attachment<HTMLElement> {
  return (node) => {
    let pressed = -Infinity;

    function done(event: Event): void {
      pressed = event.timeStamp;
      act();
    }
    function pointerdown(event: PointerEvent): void {
      if (event.button === 0 && settings.pressActs) done(event);
    }
    function keydown(event: KeyboardEvent): void {
      if (!pushes(event) || event.defaultPrevented) return;
      event.preventDefault();
      if (!event.repeat) done(event);
    }
    /** Some browsers click when the space bar comes up, whatever became of its going down. */
    function keyup(event: KeyboardEvent): void {
      if (pushes(event)) event.preventDefault();
    }
    function click(event: MouseEvent): void {
      if (!settings.pressActs || event.timeStamp - pressed > SAME_TOUCH_MS) done(event);
    }

    node.style.touchAction = "none";
    node.addEventListener("pointerdown", pointerdown);
    node.addEventListener("keydown", keydown);
    node.addEventListener("keyup", keyup);
    node.addEventListener("click", click);
    return () => {
      node.removeEventListener("pointerdown", pointerdown);
      node.removeEventListener("keydown", keydown);
      node.removeEventListener("keyup", keyup);
      node.removeEventListener("click", click);
    };
  };
}

function pushes(event: KeyboardEvent): boolean {
  return (event.key === "Enter" || event.key === " ") && !event.ctrlKey && !event.metaKey && !event.altKey;
}
