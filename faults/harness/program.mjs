// A child process that is started, watched and ended. None outlives this process.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { basename } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

const running = new Set();
process.on("exit", (code) => {
  for (const program of running) {
    if (code !== 0 && program.log) console.error(`\nThe end of the log of ${program.file}:\n${program.log}`);
    program.child.kill("SIGKILL");
  }
});
// Without a handler, a signal ends this process without its "exit" event.
for (const [signal, code] of Object.entries({ SIGHUP: 129, SIGINT: 130, SIGTERM: 143 })) {
  process.on(signal, () => process.exit(code));
}

const MAX_LOG_LENGTH = 4_000;
const POLL_INTERVAL_MS = 5;

/** The path and the numbers of a command line such as "PROGRAM ROUNDS". */
export function parseArguments(usage) {
  const [program, ...words] = process.argv.slice(2);
  const numbers = words.map(Number);
  const isComplete = program && numbers.length === usage.split(" ").length - 1 && numbers.every((number) => number > 0);
  assert(isComplete, `usage: ${basename(process.argv[1])} ${usage}`);
  return [program, ...numbers];
}

export class Program {
  file;
  child;
  /** The end of its log. */
  log = "";

  constructor(file, args, settings) {
    this.file = file;
    this.child = spawn(file, args, { env: environment(settings), stdio: ["ignore", "ignore", "pipe"] });
    running.add(this);
    this.child.on("error", (error) => assert.fail(`${file} cannot be run: ${error.message}`));
    this.child.on("exit", () => running.delete(this));
    this.child.stderr.on("data", (text) => {
      this.log = (this.log + text).slice(-MAX_LOG_LENGTH);
    });
  }

  get pid() {
    return this.child.pid;
  }

  get hasEnded() {
    return this.child.exitCode !== null || this.child.signalCode !== null;
  }

  /** Waits until `isReady` returns true. Returns the milliseconds it took. */
  async untilReady(isReady, withinMs = 15_000) {
    const began = performance.now();
    while (!(await isReady())) {
      assert(!this.hasEnded, `the program ended while it started:\n${this.log}`);
      assert(performance.now() - began < withinMs, `the program is not ready after ${withinMs} ms:\n${this.log}`);
      await sleep(POLL_INTERVAL_MS);
    }
    return performance.now() - began;
  }

  /** Returns the exit code, `null` if the signal ended the program. */
  async end(signal) {
    if (!this.hasEnded) {
      const ended = once(this.child, "exit");
      this.child.kill(signal);
      await ended;
    }
    return this.child.exitCode;
  }
}

/** This process's environment without its TROWEL_ settings. */
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
