// Who answers a request: the server, or this device. This is the only place that decides it.
import type { Problem } from "../wire.gen.ts";
import { fileAt, noServer } from "../lib/routes.ts";
import { openDatabase } from "./database.ts";
import { device, holdBy, isLocal, NoPython, placeAt } from "./device.svelte.ts";

export class Refused extends Error {
  readonly problem: Problem;
  constructor(problem: Problem) {
    super(problem.code);
    this.problem = problem;
  }
}

export interface Answer {
  readonly ok: boolean;
  readonly text: string;
}

/** The table of a path, if there is one in it. */
const codeIn = (path: string): string => decodeURIComponent(/^tables\/([^/?]+)/.exec(path)?.[1] ?? "");

/** A table is known by its code. A match is here if the device keeps it; where there is no server there is nobody else. */
async function answeredHere(path: string): Promise<boolean> {
  if (isLocal(codeIn(path))) return true;
  const match = /^matches\/([^/?]+)/.exec(path)?.[1];
  if (match === undefined) return noServer && /^(tables|matches|puzzles\/.*|deals\/.*)$/.test(path);
  return noServer || (await keptHere(decodeURIComponent(match)));
}

/** Does this device keep a match? Asked without Python. */
export async function keptHere(match: string): Promise<boolean> {
  try {
    return (await (await openDatabase()).read(`match/${match}`)) !== undefined;
  } catch {
    return device.running && !device.kept;
  }
}

/** More of them would only be in the way. */
const LATEST = 5;

/**
 * The tables that this device keeps, the latest first; asked without Python. A browser that is killed may forget what the
 * page has written down last, but never what is kept here.
 */
export async function tablesHere(): Promise<readonly string[]> {
  try {
    const rows = await (await openDatabase()).readAll("table/");
    const read = rows.map(([, row]) => JSON.parse(new TextDecoder().decode(row)) as { code: string; last_act: number });
    return read.sort((one, other) => other.last_act - one.last_act).slice(0, LATEST).map(({ code }) => code);
  } catch {
    return [];
  }
}

export async function ask(method: string, path: string, body?: string): Promise<Answer> {
  // Nobody can open a table to others without a server: that is known without Python.
  if (noServer && method === "GET" && path === "tables") return { ok: true, text: "[]" };
  return (await answeredHere(path)) ? askDevice(method, path, body) : askServer(method, path, body);
}

async function askServer(method: string, path: string, body?: string): Promise<Answer> {
  try {
    const headers = { "content-type": path === "matches" ? "application/x-ndjson" : "application/json" };
    const response = await fetch(fileAt(`api/${path}`), { method, credentials: "same-origin", ...(body !== undefined && { headers, body }) });
    return { ok: response.ok, text: await response.text() };
  } catch {
    throw new Refused({ code: "offline" });
  }
}

export async function askDevice(method: string, path: string, body = ""): Promise<Answer> {
  const code = codeIn(path);
  try {
    // The first page asks for one's own tables by itself: nobody waits for that.
    const quietly = path.endsWith("/mine");
    const { status, text } = await device.request(method, `/api/${path}`, code ? placeAt(code) : null, body, { quietly });
    const ok = status < 300;
    if (ok) noteHolder(path, code, text);
    // Browsers that are short of room throw away what nobody has asked them to keep.
    if (ok && path === "tables") void (navigator.storage as StorageManager | undefined)?.persist().catch(() => undefined);
    return { ok, text };
  } catch (error) {
    throw new Refused({ code: error instanceof NoPython ? error.why : "python-failed" });
  }
}

/** Whoever opens a table on this device holds it; somebody else who sits down there is handed it later. */
function noteHolder(path: string, code: string, text: string): void {
  if (path === "tables") {
    const { table, place } = JSON.parse(text) as { table?: { code: string }; place?: number | null };
    if (table) holdBy(table.code, place ?? null);
  } else if (/\/(sit|mine)$/.test(path) && placeAt(code) === null) holdBy(code, (JSON.parse(text) as { place?: number | null }).place ?? null);
}
