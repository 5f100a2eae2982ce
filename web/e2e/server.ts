import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Program } from "./program.ts";

const BINARY =
  process.env.TROWEL_BIN ?? new URL("../../target/debug/trowel", import.meta.url).pathname;

/** A demo shop of its own: a free port, a fresh database, both gone afterwards. */
export class Server {
  readonly origin: string;
  readonly #program: Program;
  readonly #folder: string;

  private constructor(program: Program, folder: string) {
    this.origin = program.origin;
    this.#program = program;
    this.#folder = folder;
  }

  /** With these settings, beside those of every demo. */
  static async start(settings: Record<string, string> = {}): Promise<Server> {
    const folder = await mkdtemp(join(tmpdir(), "trowel-e2e-"));
    const args = ["demo", "--listen", "127.0.0.1:0", "--data", folder];
    try {
      const sign = /Trowel is open: (http:\/\/\S+)/;
      return new Server(await Program.start(BINARY, args, sign, settings), folder);
    } catch (error) {
      await rm(folder, { recursive: true, force: true });
      throw error;
    }
  }

  async stop() {
    await this.#program.stop();
    await rm(this.#folder, { recursive: true, force: true });
  }
}
