// What a hint, a lesson or a choice of a replay speaks of lights up on the board. Whatever stands for an act, or for a part
// of one, says so: `data-part="take 2"` for a whole act, `data-part={card}` for one of the words of `lay O3 p1`. Several
// are told apart by a bar.

/** The act itself; and its words, where it has more than one: a card and where it goes. What it was laid on goes without saying. */
export function partsOf(act: string): readonly string[] {
  const [whole] = act.split(" on ") as [string];
  const words = whole.split(" ").slice(1);
  return words.length > 1 ? [whole, ...words] : [whole];
}

let pointed = false;

/** Light up what stands for this act, and nothing else; an empty one: nothing. */
export function point(act: string, within: ParentNode = document): void {
  if (!act && !pointed) return;
  pointed = act !== "";
  const parts = act ? partsOf(act) : [];
  for (const each of within.querySelectorAll<HTMLElement>("[data-part]")) {
    const lit = each.dataset["part"]!.split("|").some((part) => parts.includes(part));
    each.toggleAttribute("data-pointed", lit);
  }
}
