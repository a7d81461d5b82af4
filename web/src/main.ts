import { mount } from "svelte";
import App from "./App.svelte";
import "./lib/look/base.css";
import "./lib/look/materials.css";
import "./lib/look/buttons.css";

// While the page is made the connection is idle: most often the typeface is there before the first word is.
void document.fonts.load("1em Cartable").catch(() => undefined);
mount(App, { target: document.getElementById("app")! });
