// Colours as CSS variables: `--yellow`, `--upon-yellow`, `--leather`, `--push-edge`, ... Set by script from palette.ts.
import type { Theme } from "../stores/settings.svelte.ts";
import { CARD, COLOURS, FELTS, MATERIALS, SHADES, UPON, type Shade } from "./palette.ts";

const dark = typeof matchMedia === "function" ? matchMedia("(prefers-color-scheme: dark)") : null;

export function shade(theme: Theme): Shade {
  return theme === "auto" ? (dark?.matches ? "dark" : "light") : theme;
}

export function applyTheme(theme: Theme, root: HTMLElement = document.documentElement): void {
  const now = shade(theme);
  const set = (name: string, value: string) => root.style.setProperty(`--${name}`, value);
  for (const [name, value] of Object.entries(COLOURS)) set(name, value);
  for (const [name, value] of Object.entries(UPON)) set(`upon-${name}`, value);
  for (const [name, value] of Object.entries(CARD)) set(`card-${name}`, value);
  for (const [name, value] of Object.entries<string>({ ...MATERIALS, ...SHADES[now] })) set(name, value);
  // Where paper has set its own: what is written upon a felt that lies on it.
  for (const name of ["text", "muted"] as const) set(`felt-${name}`, SHADES[now][name]);
  for (const [game, felt] of Object.entries(FELTS)) {
    set(`${game}-centre`, felt[now][0]);
    set(`${game}-edge`, felt[now][1]);
  }
  root.style.colorScheme = now;
  root.dataset["shade"] = now;
  for (const each of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) each.content = SHADES[now].leather;
}

/** Follow the device when it goes from day to night. */
export function onShadeChange(changed: () => void): void {
  dark?.addEventListener("change", changed);
}
