import { ApiError, isTransient } from "./errors.ts";
import { keepInTab, readFromTab } from "./session/tab-storage.ts";

/** A request whose outcome is unknown. */
export interface Unanswered {
  key: string;
  body: string;
}

/**
 * Creates the Idempotency-Key of a request that must not run twice.
 * While the outcome is unknown, a repetition of the same request uses the same key.
 */
export class IdempotentRequest {
  readonly #name: string | undefined;
  #unanswered: Unanswered | undefined;

  /**
   * A request with a name keeps its key in the tab, so that a repetition after a reload uses the
   * same one.
   */
  constructor(name?: string) {
    this.#name = name;
    this.#unanswered = name === undefined ? undefined : readFromTab(name);
  }

  get unanswered(): Unanswered | undefined {
    return this.#unanswered;
  }

  keyFor(body: unknown): string {
    const text = JSON.stringify(body);
    const { key } = this.#unanswered?.body === text ? this.#unanswered : { key: newKey() };
    this.#keep({ key, body: text });
    return key;
  }

  /**
   * Takes the outcome of the request, and returns whether it is definite. After a definite response
   * the next call is a new request.
   */
  finish(error?: unknown): boolean {
    const isDefinite = !isTransient(error) && !isStillRunning(error);
    if (isDefinite) this.#keep(undefined);
    return isDefinite;
  }

  #keep(unanswered: Unanswered | undefined) {
    this.#unanswered = unanswered;
    if (this.#name !== undefined) keepInTab(this.#name, unanswered);
  }
}

const isStillRunning = (error: unknown) =>
  error instanceof ApiError && error.code === "idempotency_running";

// The key does not come from randomUUID, because browsers offer that over https only.
const newKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, "0"),
  ).join("");
