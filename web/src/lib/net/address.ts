// Where things of a table are found on the server.
import { fileAt } from "../routes.ts";

export const at = (code: string, verb = ""): string => `tables/${encodeURIComponent(code)}${verb && `/${verb}`}`;

export function socketAddress(code: string): string {
  return new URL(fileAt(`api/${at(code, "socket")}`), location.href).href.replace(/^http/, "ws");
}
