// This device's part in a deal: a nonce that is promised by its hash before the header is written, and told after it.
// What is kept is the header that the nonce was told for. A nonce is told once: with it, a server could look for a
// secret that deals what it likes and show another header.
import type { DealHeader } from "../../wire.gen.ts";
import { hex, sha256, utf8 } from "../sha256.ts";

/** How many devices took part in a deal, and for how many people it was. */
export interface DealParts {
  readonly devices: number;
  readonly people: number;
}

/** What this device keeps of a deal: the header it saw before the first card, and its own part in it. */
export interface KeptPart {
  readonly header: string;
  /** The nonce; null when this device was not asked for one. */
  readonly nonce: string | null;
  readonly parts: DealParts;
}

/** What a header says of the devices' parts, and of whom it is for. */
interface Promised {
  readonly nonces?: unknown;
  readonly seats?: readonly { readonly kind?: string }[];
}

export class Nonces {
  #deal: number | null = null;
  #nonce = new Uint8Array(32);
  #told = false;
  #kept: KeptPart | null = null;

  /** A deal begins, or begins again after a lost connection: the hash of our part. */
  hash(deal: number): string {
    if (deal !== this.#deal || this.#told) {
      this.#nonce = crypto.getRandomValues(new Uint8Array(32));
      this.#told = false;
    }
    this.#deal = deal;
    this.#kept = null;
    return hex(sha256(this.#nonce));
  }

  /** Keep a header; the nonce, when the header really holds our hash and is what its own hash says. */
  open(header: DealHeader): string | null {
    if (this.#told && header.deal === this.#deal) return null;
    const hash = hex(sha256(utf8(header.line)));
    const ours = header.deal === this.#deal;
    this.#kept = { header: hash, nonce: ours ? hex(this.#nonce) : null, parts: partsOf(header.line) };
    if (!ours || hash !== header.hash || !promises(header.line).includes(hex(sha256(this.#nonce)))) return null;
    this.#told = true;
    return hex(this.#nonce);
  }

  /** Whether the last header is without our part, though we had one. */
  get leftOut(): boolean {
    return !this.#told && this.#kept !== null && this.#kept.nonce !== null;
  }

  /** What to keep of the deal that has become a match; null when we saw none. */
  take(): KeptPart | null {
    const kept = this.#kept;
    this.#kept = null;
    return kept;
  }

  /** The connection was lost: what comes now may belong to another deal. */
  forget(): void {
    this.#kept = null;
  }
}

/** Who took part, as a header tells it. */
export function partsOf(line: string): DealParts {
  try {
    const { nonces = [], seats = [] } = JSON.parse(line) as Promised;
    return { devices: (nonces as readonly unknown[]).length, people: seats.filter(({ kind }) => kind === "human").length };
  } catch {
    return { devices: 0, people: 0 };
  }
}

/** The hashes in a header, and nothing else that looks like one. */
function promises(line: string): readonly unknown[] {
  try {
    const { nonces } = JSON.parse(line) as Promised;
    return Array.isArray(nonces) ? nonces : [];
  } catch {
    return [];
  }
}
