// A wire to a server on this machine that can be cut, torn and silenced.
import { once } from "node:events";
import { connect, createServer } from "node:net";

export class Wire {
  port;
  #to;
  #server;
  #ends = new Set();
  #isSilent = false;

  /** To a port of the loopback. */
  static async open(to) {
    const wire = new Wire();
    wire.#to = to;
    await wire.#listen(0);
    return wire;
  }

  async #listen(port) {
    this.#server = createServer((near) => this.#carry(near)).listen(port, "127.0.0.1");
    await once(this.#server, "listening");
    this.port = this.#server.address().port;
  }

  #carry(near) {
    const far = connect(this.#to, "127.0.0.1");
    for (const [end, other] of [[near, far], [far, near]]) {
      this.#ends.add(end);
      end.setNoDelay(true);
      end.on("data", (part) => other.write(part));
      end.on("end", () => other.end());
      end.on("error", () => other.destroy());
      end.on("close", () => {
        this.#ends.delete(end);
        other.end();
      });
      if (this.#isSilent) end.pause();
    }
  }

  /** Whoever is in the middle of something is torn off; new connections work. */
  tear() {
    for (const end of this.#ends) end.destroy();
  }

  /** Nobody is there any more. */
  async cut() {
    this.#server.close();
    this.tear();
    await once(this.#server, "close");
  }

  mend() {
    return this.#listen(this.port);
  }

  /** Connections are taken, and nothing comes of them. */
  silence() {
    this.#isSilent = true;
    for (const end of this.#ends) end.pause();
  }

  /** What was sent meanwhile arrives after all. */
  speak() {
    this.#isSilent = false;
    for (const end of this.#ends) end.resume();
  }

  async close() {
    if (this.#server.listening) await this.cut();
  }
}
