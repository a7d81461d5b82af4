// Python in WebAssembly, with our modules in it: the same in a worker of the page, and in Node for the tests.

/** What `tools/wasm.py` made: the engine's folder, the archive of modules, and how long each file is. */
export interface PythonFiles {
  readonly engine: string;
  readonly app: string;
  readonly bytes: Readonly<Record<string, number>>;
}

/** What is used of Pyodide. */
export interface Python {
  readonly FS: {
    mkdirTree(path: string): void;
    writeFile(path: string, body: Uint8Array): void;
    mount(type: unknown, options: object, path: string): void;
    readonly filesystems: Readonly<Record<string, unknown>>;
  };
  pyimport(name: string): unknown;
  runPython(code: string, options?: object): unknown;
}

const PACKAGES = "/lib/python3.14/site-packages";
/** Nothing else is ever installed. */
const NOTHING = { info: { abi_version: "2026_0", arch: "wasm32", platform: "emscripten_5_0_0", python: "3.14.2", version: "0" }, packages: {} };

/**
 * Start it from the files at `base` (an address or a path that ends with a slash); `app` is the archive itself, `module`
 * the engine where it has been compiled already.
 */
export async function startPython(base: string, files: PythonFiles, app: Uint8Array, module?: WebAssembly.Module): Promise<Python> {
  const folder = `${base}${files.engine}/`;
  const pyodide = (await import(/* @vite-ignore */ `${folder}pyodide.mjs`)) as { loadPyodide(options: object): Promise<Python> };
  const restore = module && instantiateFrom(module);
  const python = await pyodide.loadPyodide({
    indexURL: folder,
    stdLibURL: `${folder}python_stdlib.zip`,
    lockFileContents: NOTHING,
    checkAPIVersion: false,
  });
  restore?.();
  for (const [name, body] of unpacked(app)) {
    const path = `${PACKAGES}/${name}`;
    python.FS.mkdirTree(path.slice(0, path.lastIndexOf("/")));
    python.FS.writeFile(path, body);
  }
  return python;
}

/** Pyodide fetches and compiles its engine itself; it is given what is there instead. */
function instantiateFrom(module: WebAssembly.Module): () => void {
  const real = WebAssembly.instantiateStreaming;
  WebAssembly.instantiateStreaming = async (_, imports) => ({ module, instance: await WebAssembly.instantiate(module, imports) });
  return () => void (WebAssembly.instantiateStreaming = real);
}

/** The files of an archive: see `_archive` in tools/wasm.py. */
export function* unpacked(archive: Uint8Array): Generator<[name: string, body: Uint8Array]> {
  const length = new DataView(archive.buffer, archive.byteOffset).getUint32(0, true);
  const list = JSON.parse(new TextDecoder().decode(archive.subarray(4, 4 + length))) as [string, number][];
  let at = 4 + length;
  for (const [name, size] of list) {
    yield [name, archive.subarray(at, at + size)];
    at += size;
  }
}
