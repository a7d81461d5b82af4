// Each game's card faces, found by the game's id: games/<g>/Face.svelte draws one card into the frame's 100 by 140.
import type { Component } from "svelte";
import PlainFace from "./PlainFace.svelte";

export interface FaceProps {
  card: string;
}

type Face = Component<FaceProps>;
const FACES = import.meta.glob<{ default: Face }>("../../games/*/Face.svelte");

export async function faceOf(game: string): Promise<Face> {
  const load = FACES[`../../games/${game}/Face.svelte`];
  return load ? (await load()).default : PlainFace;
}
