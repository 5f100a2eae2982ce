// A program that is run, watched and ended by whoever started it; none outlives this process.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

const running = new Set();
process.on("exit", (code) => {
  for (const program of running) {
    if (code !== 0 && program.said) console.error(`\nThe last words of ${program.file}:\n${program.said}`);
    program.child.kill("SIGKILL");
  }
});
// A signal alone would leave them behind.
for (const [signal, code] of Object.entries({ SIGHUP: 129, SIGINT: 130, SIGTERM: 143 })) {
  process.on(signal, () => process.exit(code));
}

const LOG_KEPT = 4_000;
const LOOK_EVERY_MS = 5;

export class Program {
  file;
  child;
  /** The end of its log. */
  said = "";

  constructor(file, args, settings) {
    this.file = file;
    this.child = spawn(file, args, { env: environment(settings), stdio: ["ignore", "ignore", "pipe"] });
    running.add(this);
    this.child.on("error", (error) => assert.fail(`${file} cannot be run: ${error.message}`));
    this.child.on("exit", () => running.delete(this));
    this.child.stderr.on("data", (text) => {
      this.said = (this.said + text).slice(-LOG_KEPT);
    });
  }

  get pid() {
    return this.child.pid;
  }

  get hasEnded() {
    return this.child.exitCode !== null || this.child.signalCode !== null;
  }

  /** Milliseconds until `isReady` says so. */
  async ready(isReady, withinMs = 15_000) {
    const began = performance.now();
    while (!(await isReady())) {
      assert(!this.hasEnded, `it ended at its start:\n${this.said}`);
      assert(performance.now() - began < withinMs, `it is not ready after ${withinMs} ms:\n${this.said}`);
      await sleep(LOOK_EVERY_MS);
    }
    return performance.now() - began;
  }

  /** Answers the exit code, `null` if the signal ended it. */
  async end(signal) {
    if (!this.hasEnded) {
      const ended = once(this.child, "exit");
      this.child.kill(signal);
      await ended;
    }
    return this.child.exitCode;
  }
}

/** No setting of whoever runs this gets in. */
export function environment(settings = {}) {
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith("TROWEL_"));
  return { ...Object.fromEntries(inherited), ...settings };
}

export async function freePort() {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address();
  server.close();
  await once(server, "close");
  return port;
}
