// A connection that can be cut: everything between a browser and the server goes through it.
import { once } from "node:events";
import { connect, createServer, type AddressInfo, type Server, type Socket } from "node:net";

export class Cut {
  readonly #server: Server;
  readonly #open = new Set<Socket>();
  #whole = true;
  #far: URL;

  private constructor(server: Server, base: string) {
    this.#server = server;
    this.#far = new URL(base);
  }

  static async before(base: string): Promise<Cut> {
    const server = createServer();
    const cut = new Cut(server, base);
    server.on("connection", (socket) => cut.#join(socket, connect(Number(cut.#far.port), cut.#far.hostname)));
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    return cut;
  }

  get base(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  cut(): void {
    this.#whole = false;
    for (const socket of this.#open) socket.destroy();
  }

  mend(): void {
    this.#whole = true;
  }

  /** From now on connections lead to another server. */
  leadTo(base: string): void {
    this.#far = new URL(base);
  }

  close(): void {
    this.cut();
    this.#server.close();
  }

  #join(near: Socket, far: Socket): void {
    for (const socket of [near, far]) {
      this.#open.add(socket);
      socket.setNoDelay(true);
      socket.on("error", () => socket.destroy());
      socket.on("close", () => {
        this.#open.delete(socket);
        near.destroy();
        far.destroy();
      });
    }
    if (!this.#whole) near.destroy();
    near.pipe(far);
    far.pipe(near);
  }
}
