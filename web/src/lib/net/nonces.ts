// This device's part in a deal: a nonce that is promised by its hash before the header is written, and told after it.
import type { DealHeader } from "../../wire.gen.ts";
import { hex, sha256, utf8 } from "../sha256.ts";

export class Nonces {
  readonly #of = new Map<number, Uint8Array<ArrayBuffer>>();

  hash(deal: number): string {
    const nonce = this.#of.get(deal) ?? crypto.getRandomValues(new Uint8Array(32));
    this.#of.set(deal, nonce);
    return hex(sha256(nonce));
  }

  /** The nonce, when the header really holds our hash and is what its own hash says. */
  open(header: DealHeader): string | null {
    const nonce = this.#of.get(header.deal);
    if (!nonce || !header.line.includes(hex(sha256(nonce))) || hex(sha256(utf8(header.line))) !== header.hash) return null;
    return hex(nonce);
  }
}
