import { type ChildProcess, spawn } from "node:child_process";

const STARTS_WITHIN = 20_000;
const STOPS_WITHIN = 5_000;

/** A program of ours that serves at an address it says itself, since it chose the port. */
export class Program {
  readonly origin: string;
  readonly #process: ChildProcess;

  private constructor(origin: string, process: ChildProcess) {
    this.origin = origin;
    this.#process = process;
  }

  /** `sign` finds the address in what the program prints. */
  static async start(
    binary: string,
    args: string[],
    sign: RegExp,
    settings: Record<string, string> = {},
  ): Promise<Program> {
    const child = spawn(binary, args, {
      stdio: ["ignore", "pipe", "pipe"],
      env: { ...process.env, ...settings },
    });
    // A worker that is torn down in a hurry runs no fixtures to their end.
    const abandon = () => child.kill("SIGKILL");
    process.once("exit", abandon);
    child.once("exit", () => process.off("exit", abandon));
    try {
      return new Program(await addressFrom(child, binary, sign), child);
    } catch (error) {
      child.kill("SIGKILL");
      throw error;
    }
  }

  async stop() {
    const { exitCode, signalCode } = this.#process;
    if (exitCode !== null || signalCode !== null) return;
    const ended = new Promise<void>((resolve) => this.#process.once("exit", () => resolve()));
    const impatience = setTimeout(() => this.#process.kill("SIGKILL"), STOPS_WITHIN);
    this.#process.kill("SIGTERM");
    await ended;
    clearTimeout(impatience);
  }
}

function addressFrom(child: ChildProcess, binary: string, sign: RegExp): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = "";
    const giveUp = (reason: string) => reject(new Error(`${binary} ${reason}\n${said}`));
    const patience = setTimeout(() => giveUp("did not open in time"), STARTS_WITHIN);
    const listen = (chunk: Buffer) => {
      said += chunk;
      const origin = said.match(sign)?.[1];
      if (!origin) return;
      clearTimeout(patience);
      resolve(origin);
    };
    child.stdout?.on("data", listen);
    child.stderr?.on("data", listen);
    child.once("error", (error) => giveUp(`did not start: ${error.message}`));
    child.once("exit", (code) => giveUp(`ended with ${code}`));
  });
}
