// Parts of the page that a table needs, fetched ahead of time. A service worker keeps them all; where browsers allow
// none, on plain HTTP, they would be missing when the server goes away.
import { boardOf } from "../table/board.ts";

export async function fetchTable(games: readonly string[]): Promise<void> {
  const parts = [import("../pages/Table.svelte"), import("../table/Lobby.svelte"), import("../table/Result.svelte"), import("../pages/Replay.svelte")];
  const later = [import("./PassDevice.svelte"), import("./Starting.svelte"), import("../lib/motion/Moments.svelte"), import("../lib/ui/Asking.svelte"), import("../lib/ui/SettingsDialog.svelte"), import("../table/Menu.svelte")];
  const more = [import("../table/KeyHelp.svelte"), import("../table/Paused.svelte"), import("../table/TableCode.svelte"), import("../table/Countdown.svelte"), import("../table/BandNotice.svelte"), import("../lib/ui/Toasts.svelte"), import("../lib/synth.ts"), import("../lib/ui/focusPage.ts")];
  await Promise.allSettled([...parts, ...later, ...more, ...games.map(boardOf)]);
}
