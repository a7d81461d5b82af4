// When the finger or key last went down, or a card that was dragged was let go, on the clock that paints are stamped with.
let last = -Infinity;

function note(event: Event): void {
  last = event.timeStamp;
}

/** Listen before anybody else, so that an act sent by a handler already finds the time of its own event. */
export function watchInput(target: EventTarget = window): void {
  target.addEventListener("pointerdown", note, { capture: true, passive: true });
  target.addEventListener("pointerup", note, { capture: true, passive: true });
  target.addEventListener("keydown", note, { capture: true, passive: true });
}

export function lastInput(): number {
  return last;
}
