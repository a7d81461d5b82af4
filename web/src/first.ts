// Written into the head of the page itself by build/first.ts: what cannot wait for any file.
import { socketAddress } from "./lib/net/address.ts";
import { openEarly } from "./lib/net/early.ts";
import { parse } from "./lib/routes.ts";

// With a personal link the seat must be claimed first.
const route = parse(location.pathname);
if (route.page === "table" && !location.hash) openEarly(socketAddress(route.code));
