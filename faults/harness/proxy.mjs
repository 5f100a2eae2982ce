// A TCP proxy to a server on this machine. It can cut connections, refuse new ones, and stop forwarding.
import { once } from "node:events";
import { connect, createServer } from "node:net";

export class TcpProxy {
  port;
  #target;
  #server;
  #sockets = new Set();
  #isPaused = false;

  static async open(target) {
    const proxy = new TcpProxy();
    proxy.#target = target;
    await proxy.#listen(0);
    return proxy;
  }

  async #listen(port) {
    this.#server = createServer((near) => this.#forward(near)).listen(port, "127.0.0.1");
    await once(this.#server, "listening");
    this.port = this.#server.address().port;
  }

  #forward(near) {
    const far = connect(this.#target, "127.0.0.1");
    for (const [socket, other] of [[near, far], [far, near]]) {
      this.#sockets.add(socket);
      socket.setNoDelay(true);
      socket.on("data", (part) => other.write(part));
      socket.on("end", () => other.end());
      socket.on("error", () => other.destroy());
      socket.on("close", () => {
        this.#sockets.delete(socket);
        other.end();
      });
      if (this.#isPaused) socket.pause();
    }
  }

  /** Cuts all open connections; new ones work. */
  cutConnections() {
    for (const socket of this.#sockets) socket.destroy();
  }

  /** Cuts all connections and refuses new ones. */
  async stop() {
    this.#server.close();
    this.cutConnections();
    await once(this.#server, "close");
  }

  async restart() {
    if (!this.#server.listening) await this.#listen(this.port);
  }

  /** Accepts connections, but forwards nothing. */
  pause() {
    this.#isPaused = true;
    for (const socket of this.#sockets) socket.pause();
  }

  /** Also forwards what arrived during the pause. */
  resume() {
    this.#isPaused = false;
    for (const socket of this.#sockets) socket.resume();
  }

  async close() {
    if (this.#server.listening) await this.stop();
  }
}
