// On a slow connection the way to a table takes several round trips: it is begun while the page itself is still on its way.
// This runs in the head of the page, before anything else is there; it says hello in the address, a round trip before the socket
// is open, and keeps what it hears.
import { PROTOCOL, type DownMessage, type UpMessage } from "../../wire.gen.ts";
import { clockStep } from "./clock.ts";

export interface Early {
  readonly url: string;
  readonly socket: WebSocket;
  readonly heard: MessageEvent<string>[];
}

declare global {
  interface Window {
    early?: Early | undefined;
  }
}

/** `screen`: for all to look at, whoever's browser it is. */
export function greeting(clock: number = clockStep(), screen = false): UpMessage & { readonly t: "hello" } {
  return { t: "hello", v: PROTOCOL, clock, ...(screen && { screen }) };
}

export function openEarly(url: string): void {
  const socket = new WebSocket(`${url}?hello=${encodeURIComponent(JSON.stringify(greeting()))}`);
  const heard: MessageEvent<string>[] = [];
  socket.onmessage = (event: MessageEvent<string>) => {
    if (!answerPing(socket, JSON.parse(event.data) as DownMessage)) heard.push(event);
  };
  window.early = { url, socket, heard };
}

/** The connection that was begun for this address, once. */
export function takeEarly(url: string): Early | null {
  const { early } = window;
  window.early = undefined;
  if (early?.url === url && early.socket.readyState <= WebSocket.OPEN) return early;
  early?.socket.close();
  return null;
}

/** First thing of all: this is how the server measures the connection. */
export function answerPing(socket: { send(text: string): void }, message: DownMessage): boolean {
  if (message.t !== "ping") return false;
  socket.send(`{"t":"pong","p":${message.p}}`);
  return true;
}
