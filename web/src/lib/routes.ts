// The pages under the server's base path: /, /t/CODE, /t/CODE/tv, /replay/ID, /rules/GAME, /practice/GAME, /puzzle/GAME,
// /puzzle/GAME/NUMBER, /deal/NUMBERS and /deal/NUMBERS/here, the matches of this device.

export type Route =
  | { readonly page: "home" }
  | { readonly page: "table"; readonly code: string }
  | { readonly page: "tv"; readonly code: string }
  | { readonly page: "replay"; readonly id: string }
  | { readonly page: "rules"; readonly game: string }
  | { readonly page: "tutorial"; readonly game: string }
  /** Without a number it is the one of the day. */
  | { readonly page: "puzzle"; readonly game: string; readonly number?: string }
  | { readonly page: "deal"; readonly numbers: string; readonly here?: string }
  | { readonly page: "lost" };

export function basePath(): string {
  return new URL(document.baseURI).pathname;
}

/** A folder of files on any static host answers no other address than its own: there the page stands behind `?p=`. */
export const noServer: boolean = typeof document !== "undefined" && document.querySelector('meta[name="cartable-server"]')?.getAttribute("content") === "none";
const PAGE = "p";

/** What is played at the table that this page was opened at; empty where the server did not say. */
export function gameOfPage(): string {
  return document.querySelector('meta[name="cartable-game"]')?.getAttribute("content") ?? "";
}

/** The address of a page. */
export function href(path: string): string {
  const inside = path.replace(/^\//, "");
  // There a question mark stands before the page already.
  return noServer && inside ? `${basePath()}?${PAGE}=${inside.replace("?", "&")}` : basePath() + inside;
}

/** The address of a file, or of what the server answers. */
export function fileAt(path: string): string {
  return basePath() + path;
}

/** The page that is open, with something more behind the question mark. */
export function hrefHere(query: string): string {
  const page = new URLSearchParams(location.search).get(PAGE);
  return noServer ? `${basePath()}?${PAGE}=${page ?? ""}&${query}` : `${location.pathname}?${query}`;
}

export function routeOf(address: { readonly pathname: string; readonly search: string }): Route {
  return noServer ? parse(basePath() + (new URLSearchParams(address.search).get(PAGE) ?? "")) : parse(address.pathname);
}

/** The text that an address stands for; empty where it stands for none, as `%` alone. */
export function decoded(address: string): string {
  try {
    return decodeURIComponent(address);
  } catch {
    return "";
  }
}

export function parse(pathname: string, base: string = basePath()): Route {
  const inside = pathname.startsWith(base) ? pathname.slice(base.length) : pathname.replace(/^\//, "");
  const parts = inside.split("/").filter(Boolean).map(decoded);
  if (parts.includes("")) return { page: "lost" };
  const [kind, name, more] = parts;
  if (kind === undefined) return { page: "home" };
  if (kind === "t" && name !== undefined && more === "tv") return { page: "tv", code: name.toLowerCase() };
  if (kind === "puzzle" && name !== undefined && (more === undefined || /^\d+$/.test(more)))
    return { page: "puzzle", game: name, ...(more !== undefined && { number: more }) };
  if (kind === "deal" && name !== undefined && (more === undefined || more === "here")) return { page: "deal", numbers: name, ...(more !== undefined && { here: more }) };
  if (name === undefined || more !== undefined) return { page: "lost" };
  if (kind === "t") return { page: "table", code: name.toLowerCase() };
  if (kind === "replay") return { page: "replay", id: name };
  if (kind === "rules") return { page: "rules", game: name };
  if (kind === "practice") return { page: "tutorial", game: name };
  return { page: "lost" };
}
