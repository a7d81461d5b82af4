// On a slow line the way to a table takes several round trips: it is begun while the page itself is still on its way.

let begun: { readonly url: string; readonly socket: WebSocket } | null = null;

export function openEarly(url: string): void {
  begun = { url, socket: new WebSocket(url) };
}

/** The connection that was begun for this address, once. */
export function takeEarly(url: string): WebSocket | null {
  if (begun?.url !== url) return null;
  const { socket } = begun;
  begun = null;
  return socket.readyState <= WebSocket.OPEN ? socket : null;
}
