// Dragging a card onto a place, beside tapping both. A place is whatever has `data-drop`; while a card is above it, it
// has `data-over` too.
import type { Attachment } from "svelte/attachments";

export interface Drag {
  /** May it be dragged now? */
  readonly able: boolean;
  /** The card has left its place. */
  start?(): void;
  /** Let go above a place. True: wait there for the answer; a card that is not gone by then slides back. */
  drop(place: string, card: DOMRect): boolean;
}

/** A finger trembles; so much is still a tap. */
const SLACK = 8;
const ANSWER_MS = 400;
const BACK_MS = 120;

export function draggable(how: () => Drag): Attachment<HTMLElement> {
  return (node) => {
    let from: { x: number; y: number; id: number } | null = null;
    let moved = false;
    let over: Element | null = null;

    function placeAt(x: number, y: number): Element | null {
      node.style.pointerEvents = "none";
      const found = document.elementFromPoint(x, y)?.closest("[data-drop]") ?? null;
      node.style.pointerEvents = "";
      return found;
    }

    function above(place: Element | null): void {
      if (place === over) return;
      over?.removeAttribute("data-over");
      place?.setAttribute("data-over", "");
      over = place;
    }

    function back(): void {
      node.style.transition = `translate ${BACK_MS}ms`;
      node.style.translate = "";
      node.style.zIndex = "";
      setTimeout(() => (node.style.transition = ""), BACK_MS);
    }

    function down(event: PointerEvent): void {
      moved = false;
      if (event.button === 0 && event.isPrimary && how().able) from = { x: event.clientX, y: event.clientY, id: event.pointerId };
    }

    function move(event: PointerEvent): void {
      if (from?.id !== event.pointerId) return;
      const [x, y] = [event.clientX - from.x, event.clientY - from.y];
      if (!moved && Math.hypot(x, y) < SLACK) return;
      if (!moved) {
        moved = true;
        node.setPointerCapture(event.pointerId);
        how().start?.();
      }
      node.style.translate = `${x}px ${y}px`;
      node.style.zIndex = "6";
      above(placeAt(event.clientX, event.clientY));
    }

    function up(event: PointerEvent): void {
      if (from?.id !== event.pointerId) return;
      from = null;
      if (!moved) return;
      const place = over?.getAttribute("data-drop");
      above(null);
      if (event.type === "pointerup" && place && how().drop(place, node.getBoundingClientRect())) setTimeout(back, ANSWER_MS);
      else back();
    }

    /** The click that ends a drag is none; that of a key has no count, and is one. */
    function click(event: MouseEvent): void {
      if (!moved || event.detail === 0) return;
      moved = false;
      event.preventDefault();
      event.stopImmediatePropagation();
    }

    node.style.touchAction = "none";
    node.addEventListener("pointerdown", down);
    node.addEventListener("pointermove", move);
    node.addEventListener("pointerup", up);
    node.addEventListener("pointercancel", up);
    node.addEventListener("click", click, { capture: true });
    return () => {
      above(null);
      node.removeEventListener("pointerdown", down);
      node.removeEventListener("pointermove", move);
      node.removeEventListener("pointerup", up);
      node.removeEventListener("pointercancel", up);
      node.removeEventListener("click", click, { capture: true });
    };
  };
}
