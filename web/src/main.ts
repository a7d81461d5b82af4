import { mount } from "svelte";
import App from "./App.svelte";
import "./lib/look/base.css";
import { api } from "./lib/net/api.ts";
import { openEarly } from "./lib/net/early.ts";
import { parse } from "./lib/router.svelte.ts";

// With a personal link the seat must be claimed first.
const route = parse(location.pathname);
if (route.page === "table" && !location.hash) openEarly(api.socket(route.code));

mount(App, { target: document.getElementById("app")! });
