// Prepare Python modules with the very Python that will run them: `node compile.mjs STAGE`.
// STAGE/app are our modules, STAGE/std the standard library, of which only what they load is kept. Each module becomes
// a .pyc without docstrings, and its source goes. What belongs to Pyodide itself keeps its docstrings: it reads some.
import { readFileSync } from "node:fs";
import { loadPyodide } from "pyodide";

const python = await loadPyodide();
python.FS.mkdirTree("/stage");
python.FS.mount(python.FS.filesystems.NODEFS, { root: process.argv[2] }, "/stage");
python.runPython(readFileSync(new URL("compile.py", import.meta.url), "utf8"));
