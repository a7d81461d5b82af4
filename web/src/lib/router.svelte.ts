// Which page is open.
import { basePath, href, parse, type Route } from "./routes.ts";

class Router {
  route: Route = $state({ page: "home" });
  /** What follows `#`: a moment of a replay, a rule's number. */
  fragment: string = $state("");

  start(): void {
    this.#read();
    window.addEventListener("popstate", () => this.#read());
    window.addEventListener("hashchange", () => this.#read());
    document.addEventListener("click", (event) => this.#clicked(event));
  }

  go(path: string, { replace = false } = {}): void {
    if (replace) history.replaceState(null, "", href(path));
    else history.pushState(null, "", href(path));
    this.#read();
    window.scrollTo(0, 0);
  }

  #read(): void {
    this.route = parse(location.pathname);
    this.fragment = location.hash.slice(1);
  }

  /** Links within the client change the page without loading it anew. */
  #clicked(event: MouseEvent): void {
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const link = (event.target as Element | null)?.closest("a");
    if (!link || link.target || link.hasAttribute("download") || link.origin !== location.origin) return;
    if (!link.pathname.startsWith(basePath()) || parse(link.pathname).page === "lost" || link.pathname.includes("/api/")) return;
    event.preventDefault();
    if (link.href === location.href) return;
    history.pushState(null, "", link.href);
    this.#read();
    if (!link.hash) window.scrollTo(0, 0);
  }
}

export const router = new Router();
