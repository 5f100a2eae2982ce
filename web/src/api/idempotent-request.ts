import { ApiError, isTransient } from "./errors.ts";

/**
 * Creates the Idempotency-Key of a request that must not run twice.
 * While the outcome is unknown, a repetition of the same request uses the same key.
 */
export class IdempotentRequest {
  #key = newKey();
  #body = "";

  keyFor(body: unknown): string {
    const text = JSON.stringify(body);
    if (text !== this.#body) {
      this.#key = newKey();
      this.#body = text;
    }
    return this.#key;
  }

  /** Call with the outcome. After a definite response the next call is a new request. */
  finish(error?: unknown) {
    if (!isTransient(error) && !isStillRunning(error)) this.#body = "";
  }
}

const isStillRunning = (error: unknown) =>
  error instanceof ApiError && error.code === "idempotency_running";

// Not randomUUID, because browsers offer it over https only.
const newKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, "0"),
  ).join("");
