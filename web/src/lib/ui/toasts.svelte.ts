// Reasons, hints and offers: they float over the felt, take no room, and go by themselves. There is one at a time: the
// latest is what somebody has just asked for, and none is pushed away under a finger.

/** How long one stays; longer ones longer, and never while somebody points at it. */
const STAYS_MS = 4000;
const PER_LETTER_MS = 45;

export interface Toast {
  readonly id: number;
  readonly text: string;
  /** What may be done about it: a rule to read, an offer to take. */
  readonly action?: { readonly text: string; readonly label?: string; readonly go: () => void } | undefined;
}

class Toasts {
  all: readonly Toast[] = $state.raw([]);
  #next = 0;
  readonly #timers = new Map<number, ReturnType<typeof setTimeout>>();

  /** `stays`: until it is put away. */
  show(text: string, { action, stays = false }: { action?: Toast["action"]; stays?: boolean } = {}): number {
    this.clear();
    const id = this.#next++;
    this.all = [{ id, text, action }];
    if (!stays) this.#timers.set(id, setTimeout(() => this.drop(id), STAYS_MS + text.length * PER_LETTER_MS));
    return id;
  }

  hold(id: number): void {
    clearTimeout(this.#timers.get(id));
  }

  drop(id: number): void {
    this.hold(id);
    this.#timers.delete(id);
    this.all = this.all.filter((each) => each.id !== id);
  }

  clear(): void {
    for (const each of this.all) this.drop(each.id);
  }
}

export const toasts = new Toasts();
