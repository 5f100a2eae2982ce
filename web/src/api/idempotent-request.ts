import { ApiError, isTransient } from "./errors.ts";

/**
 * The Idempotency-Key of one attempt at something that must not happen twice.
 * While it is unknown whether an attempt arrived, the same request keeps its key, and the server answers it once.
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

  /** Call with the outcome: after any clear answer the next press is a new attempt. */
  finish(error?: unknown) {
    if (!isTransient(error) && !isStillRunning(error)) this.#body = "";
  }
}

const isStillRunning = (error: unknown) =>
  error instanceof ApiError && error.code === "idempotency_running";

// Not randomUUID: it is missing where the shop is reached by plain http.
const newKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, "0"),
  ).join("");
