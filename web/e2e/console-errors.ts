import { type BrowserContext, expect } from "@playwright/test";

/**
 * Collects console errors (CSP violations among them), uncaught exceptions and failed requests.
 * A test names the errors it provokes. Any other error fails it, and so does a named error that did not occur.
 */
export class ConsoleErrors {
  readonly #seen: string[] = [];
  readonly #expected: RegExp[] = [];

  constructor(context: BrowserContext) {
    context.on("console", (message) => {
      // The `response` and `requestfailed` events below report network errors with more detail.
      if (message.type() === "error" && !message.text().startsWith("Failed to load resource"))
        this.#seen.push(`console: ${message.text()}`);
    });
    context.on("weberror", (failure) => this.#seen.push(`uncaught: ${failure.error().message}`));
    context.on("response", (response) => {
      if (response.status() >= 400)
        this.#seen.push(`${response.status()} ${response.request().method()} ${response.url()}`);
    });
    context.on("requestfailed", (request) => {
      const reason = request.failure()?.errorText ?? "";
      // The browser aborts open requests when it leaves a page. A violation of the policy is in the console, too;
      // without JavaScript the browser blocks scripts and says nothing there.
      if (reason !== "net::ERR_ABORTED" && reason !== "csp")
        this.#seen.push(`${reason} ${request.method()} ${request.url()}`);
    });
  }

  /**
   * Expects an error such as `/^401 GET .*identity\/session$/`. The test fails if it does not
   * occur.
   */
  expect(pattern: RegExp) {
    this.#expected.push(pattern);
  }

  /** Waits for expected errors, because a page may show an error before the browser reports the request. */
  async check() {
    const isExpected = (error: string) => this.#expected.some((pattern) => pattern.test(error));
    const missing = () =>
      this.#expected.filter((pattern) => !this.#seen.some((error) => pattern.test(error)));
    await expect.poll(missing, { message: "expected errors that did not occur" }).toEqual([]);
    const unexpected = this.#seen.filter((error) => !isExpected(error));
    // The error has no stack, which would point here and fill the last lines of a long log.
    const failure = new Error(["unexpected errors", ...unexpected].join("\n"));
    failure.stack = failure.message;
    if (unexpected.length > 0) throw failure;
  }
}
