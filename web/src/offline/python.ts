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

const SCRIPTS = ["pyodide.mjs", "pyodide.asm.mjs"];
/** What hosts tables: it imports all that they need. */
export const HOST = "cartable.browser.worker";
const PACKAGES = "/lib/python3.14/site-packages";
/** Nothing else is ever installed. */
const NOTHING = { info: { abi_version: "2026_0", arch: "wasm32", platform: "emscripten_5_0_0", python: "3.14.2", version: "0" }, packages: {} };

/** What is used of Emscripten below Pyodide. */
interface Engine {
  readonly FS: Pick<Python["FS"], "mkdirTree"> & { writeFile(path: string, body: Uint8Array, options: { canOwn: boolean }): void };
  readonly preloadedWasm: Record<string, unknown>;
  loadWebAssemblyModule(module: WebAssembly.Module, flags: object, name: string, scope: object): Promise<unknown>;
  addRunDependency(name: string): void;
  removeRunDependency(name: string): void;
  growMemory(bytes: number): void;
}

type MakeEngine = (settings: { readonly preRun: ((engine: Engine) => void)[] }) => Promise<Engine>;

export interface Start {
  /** The engine, where it has been compiled already. */
  readonly module?: WebAssembly.Module;
  /** What `keep` was given at an earlier start: Python goes on from there. */
  readonly memory?: Uint8Array | undefined;
  /** Is given the memory of Python once our modules are imported. */
  readonly keep?: (memory: Uint8Array) => void;
}

type Scripts = [{ loadPyodide(options: object): Promise<Python & { makeMemorySnapshot(): Uint8Array }> }, { default: MakeEngine }];

/** Pyodide's scripts; once for all who ask. */
export function loadScripts(base: string, files: PythonFiles): Promise<Scripts> {
  return Promise.all(SCRIPTS.map((name) => import(/* @vite-ignore */ `${base}${files.engine}/${name}`))) as Promise<unknown> as Promise<Scripts>;
}

/** Start it from the files at `base` (an address or a path that ends with a slash); `app` is the archive itself. */
export async function startPython(base: string, files: PythonFiles, app: Uint8Array, { module, memory, keep }: Start = {}): Promise<Python> {
  const folder = `${base}${files.engine}/`;
  const [pyodide, engine] = await loadScripts(base, files);
  const restore = module && instantiateFrom(module);
  const starting = pyodide.loadPyodide({
    indexURL: folder,
    stdLibURL: `${folder}python_stdlib.zip`,
    lockFileContents: NOTHING,
    checkAPIVersion: false,
    createPyodideModule: withModules(engine.default, app, memory),
    ...(memory ? { _loadSnapshot: memory } : keep && { _makeSnapshot: true }),
  });
  const python = await starting.finally(restore);
  if (memory) return python;
  python.runPython(`import ${HOST}`);
  keep?.(python.makeMemorySnapshot());
  return python;
}

/**
 * Our modules are there before Python starts, and the compiled one among them is loaded: so it has the same place in memory
 * at every start, and memory can be taken over from one to the next.
 */
function withModules(make: MakeEngine, app: Uint8Array, memory: Uint8Array | undefined): MakeEngine {
  return async (settings) => {
    // Emscripten waits for what is still to be done, and not for what has failed.
    const failing = new Promise<never>((_, failed) => {
      settings.preRun.push((engine) => {
        engine.addRunDependency("cartable");
        install(engine, app).then(() => engine.removeRunDependency("cartable"), failed);
      });
    });
    const engine = await Promise.race([make(settings), failing]);
    // Pyodide copies the memory, but does not make room for more than Python begins with.
    if (memory) engine.growMemory(memory.length - new Uint32Array(memory.buffer, memory.byteOffset, 2)[1]!);
    return engine;
  };
}

async function install(engine: Engine, app: Uint8Array): Promise<void> {
  for (const [name, body] of unpacked(app)) {
    const path = `${PACKAGES}/${name}`;
    engine.FS.mkdirTree(path.slice(0, path.lastIndexOf("/")));
    engine.FS.writeFile(path, body, { canOwn: true });
    if (name.endsWith(".so")) engine.preloadedWasm[path] = await engine.loadWebAssemblyModule(await WebAssembly.compile(body as BufferSource), { loadAsync: true, nodelete: true }, path, {});
  }
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
