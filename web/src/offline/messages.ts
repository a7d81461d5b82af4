// What page and worker say to each other.

/** Why Python could not be started; each has a sentence under `web.problem`. */
export type Trouble = "no-python" | "half-downloaded" | "other-tab" | "old-browser" | "python-failed";

export type ToWorker =
  /** `waitScale` scales all courtesy waits, as `cartable serve --wait-scale` does. */
  | { readonly t: "start"; readonly base: string; readonly waitScale: number }
  | { readonly t: "request"; readonly id: number; readonly method: string; readonly path: string; readonly place: number | null; readonly body: string }
  | { readonly t: "open"; readonly socket: number; readonly code: string; readonly place: number | null }
  | { readonly t: "say"; readonly socket: number; readonly text: string }
  | { readonly t: "close"; readonly socket: number };

export type FromWorker =
  | { readonly t: "progress"; readonly share: number }
  /** `kept`: is what is played kept when the page is closed? */
  | { readonly t: "ready"; readonly kept: boolean }
  | { readonly t: "failed"; readonly why: Trouble; readonly about: string }
  | { readonly t: "answer"; readonly id: number; readonly status: number; readonly text: string }
  | { readonly t: "opened"; readonly socket: number; readonly found: boolean }
  | { readonly t: "told"; readonly socket: number; readonly text: string };
