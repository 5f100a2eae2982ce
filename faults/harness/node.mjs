// One process `trowel serve`.
import { HttpClient } from "./http-client.mjs";
import { Program } from "./program.mjs";

export class Node {
  port;
  program;
  #client;

  constructor(port, connections) {
    this.port = port;
    this.#client = new HttpClient(port, { prefix: "/api", connections });
  }

  /** Returns the milliseconds until the node is ready. */
  start(file, args, settings) {
    this.program = new Program(file, ["serve", "--listen", `127.0.0.1:${this.port}`, ...args], settings);
    return this.program.untilReady(() => this.isReady());
  }

  /** With `exclude=writes` as `query` only whether it can be read. */
  isReady(query = "") {
    const probe = new HttpClient(this.port);
    const ready = probe.call("GET", `/readyz?${query}`).then(({ status }) => status === 200, () => false);
    return ready.finally(() => probe.close());
  }

  call(method, path, content) {
    return this.#client.call(method, path, content);
  }

  close() {
    this.#client.close();
    return this.program.end("SIGKILL");
  }
}
