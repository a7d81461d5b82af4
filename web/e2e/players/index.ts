import { hexa } from "./hexa.ts";
import type { Player } from "./player.ts";
import { push } from "./push.ts";
import { quinto } from "./quinto.ts";
import { trio } from "./trio.ts";

export const PLAYERS: Readonly<Record<string, Player>> = { push, quinto, hexa, trio };
