import { mount } from "svelte";
import App from "./App.svelte";
import "./lib/look/base.css";
import "./lib/look/materials.css";
import "./lib/look/buttons.css";

mount(App, { target: document.getElementById("app")! });
