// Written into the head of the page itself by build/first.ts: what cannot wait for any file.
import { socketAddress } from "./lib/net/address.ts";
import { openEarly } from "./lib/net/early.ts";
import { routeOf } from "./lib/routes.ts";

// What this browser remembers is read from the disk meanwhile: whoever asks later does not wait for that.
try {
  localStorage.getItem("");
  sessionStorage.getItem("");
} catch {
  // It may be forbidden: see lib/keep.ts.
}

// With a personal link the seat must be claimed first; a table on this device has no server.
const route = routeOf(location);
if (route.page === "table" && !location.hash && !route.code.startsWith("local-")) openEarly(socketAddress(route.code));
