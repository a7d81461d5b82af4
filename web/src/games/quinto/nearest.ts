// Cells narrower than a finger: whichever can be written in and lies nearest is meant.
const FINGER = 44;

interface Spot {
  readonly cell: string;
  readonly box: { readonly left: number; readonly right: number; readonly top: number; readonly bottom: number };
}

/** The nearest of the spots, by the distance to their edges; null: none is near enough. */
export function nearestSpot(spots: readonly Spot[], x: number, y: number, most = FINGER): string | null {
  let [best, least] = [null as string | null, most];
  for (const { cell, box } of spots) {
    const across = Math.max(box.left - x, 0, x - box.right);
    const along = Math.max(box.top - y, 0, y - box.bottom);
    const far = Math.hypot(across, along);
    if (far < least) [best, least] = [cell, far];
  }
  return best;
}

/** The open cell of a sheet that a touch there means; null: the cells are wide enough to be told apart, or none is near. */
export function nearestCell(sheet: HTMLElement, x: number, y: number): string | null {
  const open = [...sheet.querySelectorAll<HTMLElement>("[data-open]")].map((each) => ({ cell: each.dataset["cell"]!, box: each.getBoundingClientRect() }));
  return open[0] && open[0].box.right - open[0].box.left < FINGER ? nearestSpot(open, x, y) : null;
}
