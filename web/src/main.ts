import { mount } from "svelte";
import App from "./App.svelte";
import "./lib/look/base.css";
import "./lib/look/materials.css";
import "./lib/look/buttons.css";

// It has had the device look for its letters, which takes a while, when there was nothing else to do.
document.getElementById("meanwhile")?.remove();
mount(App, { target: document.getElementById("app")! });
