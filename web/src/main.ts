import { mount } from "svelte";
import App from "./App.svelte";
import "./lib/look/base.css";

mount(App, { target: document.getElementById("app")! });
