// Scenes of one script, one after another in one browser: each is told by its name when it has passed.
import type { Visitor } from "./visitor.ts";

export type Scenes = Readonly<Record<string, () => Promise<void>>>;

export async function playAll(scenes: Scenes): Promise<void> {
  const began = performance.now();
  for (const [name, scene] of Object.entries(scenes)) {
    await scene().catch((error: unknown) => {
      throw new Error(name, { cause: error });
    });
    console.log(`${name}: passed, after ${((performance.now() - began) / 1000).toFixed(1)} s`);
  }
}

export function sees(what: string, found: boolean): void {
  if (!found) throw new Error(what);
}

/** Somebody goes; whatever they had to complain about fails the scene. */
export async function left(visitor: Visitor): Promise<void> {
  const complaints = await visitor.looks();
  await visitor.leave();
  if (complaints.length) throw new Error(complaints.join("\n"));
}
