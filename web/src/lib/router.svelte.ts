// Which page is open.
import { basePath, href, routeOf, type Route } from "./routes.ts";

class Router {
  route: Route = $state({ page: "home" });
  /** What follows `#`: a moment of a replay, a rule's number. */
  fragment: string = $state("");
  /** Asked before the page is left; false: stay. Null: nobody minds. */
  guard: (() => Promise<boolean>) | null = null;
  #address = "";

  start(): void {
    this.#read();
    window.addEventListener("popstate", () => this.#popped());
    window.addEventListener("hashchange", () => this.#read());
    document.addEventListener("click", (event) => this.#clicked(event));
  }

  go(path: string, { replace = false } = {}): void {
    if (replace) history.replaceState(null, "", href(path));
    else history.pushState(null, "", href(path));
    this.#read();
    window.scrollTo(0, 0);
  }

  /** Leave for another page, if whoever plays here agrees. */
  async leave(address: string): Promise<void> {
    if (this.guard && !(await this.guard())) return;
    this.guard = null;
    history.pushState(null, "", address);
    this.#read();
    if (!address.includes("#")) window.scrollTo(0, 0);
  }

  /** The way back was taken: while somebody minds, the page stays, and they are asked. */
  #popped(): void {
    if (!this.guard || JSON.stringify(routeOf(location)) === JSON.stringify(this.route)) return this.#read();
    const wanted = location.href;
    history.pushState(null, "", this.#address);
    void this.leave(wanted);
  }

  #read(): void {
    this.#address = location.href;
    this.route = routeOf(location);
    this.fragment = location.hash.slice(1);
  }

  /** Links within the client change the page without loading it again. */
  #clicked(event: MouseEvent): void {
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const link = (event.target as Element | null)?.closest("a");
    if (!link || link.target || link.hasAttribute("download") || link.origin !== location.origin) return;
    if (!link.pathname.startsWith(basePath()) || routeOf(link).page === "lost" || link.pathname.includes("/api/")) return;
    event.preventDefault();
    if (link.href !== location.href) void this.leave(link.href);
  }
}

export const router = new Router();
