import { type ChildProcess, spawn } from "node:child_process";

const START_TIMEOUT = 20_000;
const STOP_TIMEOUT = 5_000;

/**
 * Returns the environment without variables of the tests such as TROWEL_BIN. The shop refuses
 * settings that it does not know.
 */
function inheritedVariables() {
  return Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !name.startsWith("TROWEL_")),
  );
}

/** A child process that chooses a free port and prints its address. */
export class ServerProcess {
  readonly origin: string;
  readonly #process: ChildProcess;

  private constructor(origin: string, process: ChildProcess) {
    this.origin = origin;
    this.#process = process;
  }

  /** `addressPattern` captures the address in the output. */
  static async start(
    binary: string,
    args: string[],
    addressPattern: RegExp,
    settings: Record<string, string> = {},
  ): Promise<ServerProcess> {
    const child = spawn(binary, args, {
      stdio: ["ignore", "pipe", "pipe"],
      env: { ...inheritedVariables(), ...settings },
    });
    // Fixtures are not torn down when a worker exits early.
    const kill = () => child.kill("SIGKILL");
    process.once("exit", kill);
    child.once("exit", () => process.off("exit", kill));
    try {
      return new ServerProcess(await readAddress(child, binary, addressPattern), child);
    } catch (error) {
      kill();
      throw error;
    }
  }

  async stop() {
    const { exitCode, signalCode } = this.#process;
    if (exitCode !== null || signalCode !== null) return;
    const exited = new Promise<void>((resolve) => this.#process.once("exit", () => resolve()));
    const timer = setTimeout(() => this.#process.kill("SIGKILL"), STOP_TIMEOUT);
    this.#process.kill("SIGTERM");
    await exited;
    clearTimeout(timer);
  }
}

function readAddress(child: ChildProcess, binary: string, pattern: RegExp): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = "";
    const fail = (reason: string) => reject(new Error(`${binary} ${reason}\n${output}`));
    const timer = setTimeout(() => fail("did not start in time"), START_TIMEOUT);
    const read = (chunk: Buffer) => {
      output += chunk;
      const origin = output.match(pattern)?.[1];
      if (!origin) return;
      clearTimeout(timer);
      resolve(origin);
    };
    child.stdout?.on("data", read);
    child.stderr?.on("data", read);
    child.once("error", (error) => fail(`did not start: ${error.message}`));
    child.once("exit", (code) => fail(`exited with ${code}`));
  });
}
