import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

const BINARY =
  process.env.TROWEL_BIN ?? new URL("../../target/debug/trowel", import.meta.url).pathname;
const STARTS_WITHIN = 20_000;
const STOPS_WITHIN = 5_000;

/** A demo shop of its own: a free port, a fresh database, both gone afterwards. */
export class Server {
  readonly origin: string;
  readonly #process: ChildProcess;
  readonly #folder: string;

  private constructor(origin: string, process: ChildProcess, folder: string) {
    this.origin = origin;
    this.#process = process;
    this.#folder = folder;
  }

  /** With these settings, beside those of every demo. */
  static async start(settings: Record<string, string> = {}): Promise<Server> {
    const folder = await mkdtemp(join(tmpdir(), "trowel-e2e-"));
    const child = spawn(BINARY, ["demo", "--listen", "127.0.0.1:0", "--data", folder], {
      stdio: ["ignore", "pipe", "pipe"],
      env: { ...process.env, ...settings },
    });
    // A worker that is torn down in a hurry runs no fixtures to their end.
    const abandon = () => child.kill("SIGKILL");
    process.once("exit", abandon);
    child.once("exit", () => process.off("exit", abandon));
    try {
      return new Server(await addressFrom(child), child, folder);
    } catch (error) {
      child.kill("SIGKILL");
      await rm(folder, { recursive: true, force: true });
      throw error;
    }
  }

  async stop() {
    const { exitCode, signalCode } = this.#process;
    if (exitCode === null && signalCode === null) {
      const ended = new Promise<void>((resolve) => this.#process.once("exit", () => resolve()));
      const impatience = setTimeout(() => this.#process.kill("SIGKILL"), STOPS_WITHIN);
      this.#process.kill("SIGTERM");
      await ended;
      clearTimeout(impatience);
    }
    await rm(this.#folder, { recursive: true, force: true });
  }
}

/** The server says where it is open, since it chose the port itself. */
function addressFrom(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = "";
    const giveUp = (reason: string) => reject(new Error(`${BINARY} ${reason}\n${said}`));
    const patience = setTimeout(() => giveUp("did not open in time"), STARTS_WITHIN);
    const listen = (chunk: Buffer) => {
      said += chunk;
      const origin = said.match(/Trowel is open: (http:\/\/\S+)/)?.[1];
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
