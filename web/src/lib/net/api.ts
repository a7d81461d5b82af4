// The HTTP API. Every error has one shape, and its code a sentence in the catalogue.
import type { AddBot, Analysis, Change, DealResults, GameInfo, Hint, Imported, Invitation, NewTable, Opened, OwnPlace, PosedPuzzle, Problem, Replay, PlaceKey, Sit, TableInfo, TableLine, WinStory } from "../../wire.gen.ts";
import { isLocal, localAddress } from "../../offline/device.svelte.ts";
import { ask, askDevice, Refused } from "../../offline/transport.ts";
import { keep, kept } from "../keep.ts";
import { fileAt } from "../routes.ts";
import { at, socketAddress } from "./address.ts";

export { Refused };

async function call<T>(method: string, path: string, body?: unknown, by = ask): Promise<T> {
  const { ok, text } = await by(method, path, body === undefined ? undefined : JSON.stringify(body));
  let value: unknown;
  try {
    value = text ? JSON.parse(text) : null;
  } catch {
    throw new Refused({ code: "other" });
  }
  if (!ok) {
    const problem = value as Partial<Problem> | null;
    throw new Refused(typeof problem?.code === "string" ? (problem as Problem) : { code: "other" });
  }
  return value as T;
}

/** What can be played: known from the last time where nobody answers. */
async function games(): Promise<readonly GameInfo[]> {
  try {
    const found = await call<readonly GameInfo[]>("GET", "games");
    keep("games", found);
    return found;
  } catch (error) {
    const known = kept("games") as readonly GameInfo[] | undefined;
    if (!known) throw error;
    return known;
  }
}

/** With bots alone nobody needs the server: when it does not answer, the table stands on this device. */
async function open(table: NewTable, alone: boolean): Promise<Opened> {
  try {
    return await call<Opened>("POST", "tables", table);
  } catch (error) {
    if (!alone || !(error instanceof Refused) || error.problem.code !== "offline") throw error;
    return call<Opened>("POST", "tables", table, askDevice);
  }
}

/** A puzzle is the same wherever it is asked for: when the server does not answer, this device does. */
async function puzzle(game: string, which: { readonly number: string } | { readonly day: string }): Promise<PosedPuzzle> {
  const path = `puzzles/${encodeURIComponent(game)}?${new URLSearchParams(which).toString()}`;
  try {
    return await call<PosedPuzzle>("GET", path);
  } catch (error) {
    if (!(error instanceof Refused) || error.problem.code !== "offline") throw error;
    return call<PosedPuzzle>("GET", path, undefined, askDevice);
  }
}

/** How everybody did with the same cards: at the server, or on this device if that is wanted or all there is. */
async function deals(numbers: readonly string[], here: boolean): Promise<DealResults> {
  const path = `deals/${numbers.join(",")}`;
  try {
    return await call<DealResults>("GET", path, undefined, here ? askDevice : ask);
  } catch (error) {
    if (here || !(error instanceof Refused) || error.problem.code !== "offline") throw error;
    return call<DealResults>("GET", path, undefined, askDevice);
  }
}

/** A page of text. */
async function page(path: string): Promise<string> {
  const response = await fetch(fileAt(`api/${path}`), { credentials: "same-origin" }).catch(() => null);
  if (!response?.ok) throw new Refused({ code: response ? "not-found" : "offline" });
  return response.text();
}

export const api = {
  games,
  tables: () => call<readonly TableLine[]>("GET", "tables"),
  table: (code: string) => call<TableInfo>("GET", at(code)),
  open,
  puzzle,
  deals,
  dealLink: (numbers: readonly string[]) => call<Invitation>("GET", `deals/${numbers.join(",")}/invitation`),
  sit: (code: string, who: Sit) => call<PlaceKey>("POST", at(code, "sit"), who),
  mine: (code: string) => call<OwnPlace>("GET", at(code, "mine")),
  /** The table's link, as other devices can follow it: only the server knows. */
  invitation: (code: string) => call<Invitation>("GET", at(code, "invitation")),
  addBot: (code: string, bot: AddBot) => call<TableInfo>("POST", at(code, "bots"), bot),
  ready: (code: string, ready: boolean) => call<TableInfo>("POST", at(code, "ready"), { ready }),
  start: (code: string) => call<TableInfo>("POST", at(code, "start")),
  rematch: (code: string) => call<TableInfo>("POST", at(code, "rematch")),
  pause: (code: string) => call<TableInfo>("POST", at(code, "pause")),
  resume: (code: string) => call<TableInfo>("POST", at(code, "resume")),
  lock: (code: string, locked: boolean) => call<TableInfo>("POST", at(code, "lock"), { locked }),
  /** All places in their order; null: lots are drawn. */
  seats: (code: string, places: readonly number[] | null) => call<TableInfo>("POST", at(code, "seats"), { places }),
  newEvening: (code: string) => call<TableInfo>("POST", at(code, "new-evening")),
  leave: (code: string) => call<TableInfo>("POST", at(code, "leave")),
  kick: (code: string, place: number) => call<TableInfo>("POST", at(code, "kick"), { place }),
  letBack: (code: string) => call<TableInfo>("POST", at(code, "let-back")),
  change: (code: string, change: Change) => call<TableInfo>("POST", at(code, "settings"), change),
  nudge: (code: string, place: number) => call<TableInfo>("POST", at(code, "nudge"), { place }),
  hint: (code: string) => call<Hint>("POST", at(code, "hint")),
  rejoin: (code: string, key: string) => call<PlaceKey>("POST", at(code, "rejoin"), { key }),
  rules: (language: string, game: string) => page(`rules/${language}/${encodeURIComponent(game)}`),
  match: (id: string, seat: number | null) =>
    call<Replay>("GET", `matches/${encodeURIComponent(id)}${seat === null ? "" : `?seat=${seat}`}`),
  matchLink: (id: string) => call<Invitation>("GET", `matches/${encodeURIComponent(id)}/invitation`),
  story: (id: string) => call<WinStory>("GET", `matches/${encodeURIComponent(id)}/story`),
  analysis: (id: string) => call<Analysis>("GET", `matches/${encodeURIComponent(id)}/analysis`),
  exported: (id: string) => fileAt(`api/matches/${encodeURIComponent(id)}/log`),
  qr: (code: string) => fileAt(`api/${at(code, "qr.svg")}`),
  /** The log of a match that is over. */
  log: async (id: string) => (await ask("GET", `matches/${encodeURIComponent(id)}/log`)).text,
  /** Take a match log in, to look at it here: at the server, or on this device where that does not answer. */
  take: async (log: string) => {
    const { ok, text } = await ask("POST", "matches", log).catch((error: unknown) => {
      if (!(error instanceof Refused) || error.problem.code !== "offline") throw error;
      return askDevice("POST", "matches", log);
    });
    const answer = JSON.parse(text) as Imported & Problem;
    if (!ok) throw new Refused(answer);
    return answer;
  },
  socket: (code: string) => (isLocal(code) ? localAddress(code) : socketAddress(code)),
};

/** Problems that say nothing about the table: the network or the server is away, or busy. */
const PASSING: readonly string[] = ["offline", "other", "bug", "busy", "stopping", "too-slow", "cannot-save", "too-many-requests", "too-many-guesses", "too-many-connections"];

/** Why a table cannot be reached; null: it can, or what speaks against it passes by itself. */
export async function whyNoTable(code: string): Promise<Problem | null> {
  try {
    await api.table(code);
    return null;
  } catch (error) {
    return error instanceof Refused && !PASSING.includes(error.problem.code) ? error.problem : null;
  }
}
