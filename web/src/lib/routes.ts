// The pages under the server's base path: /, /t/CODE, /t/CODE/tv, /replay/ID, /rules/GAME and /practice/GAME.

export type Route =
  | { readonly page: "home" }
  | { readonly page: "table"; readonly code: string }
  | { readonly page: "tv"; readonly code: string }
  | { readonly page: "replay"; readonly id: string }
  | { readonly page: "rules"; readonly game: string }
  | { readonly page: "tutorial"; readonly game: string }
  | { readonly page: "lost" };

export function basePath(): string {
  return new URL(document.baseURI).pathname;
}

export function href(path: string): string {
  return basePath() + path.replace(/^\//, "");
}

export function parse(pathname: string, base: string = basePath()): Route {
  const inside = pathname.startsWith(base) ? pathname.slice(base.length) : pathname.replace(/^\//, "");
  const [kind, name, more] = inside.split("/").filter(Boolean).map(decodeURIComponent);
  if (kind === undefined) return { page: "home" };
  if (kind === "t" && name !== undefined && more === "tv") return { page: "tv", code: name.toLowerCase() };
  if (name === undefined || more !== undefined) return { page: "lost" };
  if (kind === "t") return { page: "table", code: name.toLowerCase() };
  if (kind === "replay") return { page: "replay", id: name };
  if (kind === "rules") return { page: "rules", game: name };
  if (kind === "practice") return { page: "tutorial", game: name };
  return { page: "lost" };
}
