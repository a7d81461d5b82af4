// Colours as CSS variables: `--yellow`, `--upon-yellow`, `--felt`, ... Set by script, as no inline style may be.
import type { Theme } from "../stores/settings.svelte.ts";
import { CARD, COLOURS, FELTS, UPON } from "./palette.ts";

const dark = typeof matchMedia === "function" ? matchMedia("(prefers-color-scheme: dark)") : null;

export function shade(theme: Theme): "light" | "dark" {
  return theme === "auto" ? (dark?.matches ? "dark" : "light") : theme;
}

export function applyTheme(theme: Theme, root: HTMLElement = document.documentElement): void {
  const set = (name: string, value: string) => root.style.setProperty(`--${name}`, value);
  for (const [name, value] of Object.entries(COLOURS)) set(name, value);
  for (const [name, value] of Object.entries(UPON)) set(`upon-${name}`, value);
  for (const [name, value] of Object.entries(CARD)) set(`card-${name}`, value);
  for (const [name, value] of Object.entries<string>({ ...FELTS[shade(theme)] })) set(name, value);
  root.style.colorScheme = shade(theme);
  root.dataset["shade"] = shade(theme);
}

/** Follow the device when it goes from day to night. */
export function onShadeChange(changed: () => void): void {
  dark?.addEventListener("change", changed);
}
