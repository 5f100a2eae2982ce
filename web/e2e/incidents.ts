import { type BrowserContext, expect } from "@playwright/test";

/**
 * Everything a visitor with open developer tools would frown at: errors on the console (a violated content
 * security policy is one), uncaught exceptions, requests that failed. A test names the ones it provokes;
 * any other fails it, and so does one that was named and did not come.
 */
export class Incidents {
  readonly #seen: string[] = [];
  readonly #expected: RegExp[] = [];

  constructor(context: BrowserContext) {
    context.on("console", (message) => {
      // The network's own errors are told better below.
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
      // Leaving a page ends its requests.
      if (reason !== "net::ERR_ABORTED")
        this.#seen.push(`${reason} ${request.method()} ${request.url()}`);
    });
  }

  /** For example `/^401 GET .*identity\/session$/`. */
  expect(pattern: RegExp) {
    this.#expected.push(pattern);
  }

  /** An answer may be on the screen before the browser has told its request's end here, so announced ones are waited for. */
  async check() {
    const known = (incident: string) => this.#expected.some((pattern) => pattern.test(incident));
    const missing = () =>
      this.#expected.filter((pattern) => !this.#seen.some((incident) => pattern.test(incident)));
    await expect
      .poll(missing, { message: "incidents that were announced and did not happen" })
      .toEqual([]);
    expect(
      this.#seen.filter((incident) => !known(incident)),
      "incidents nobody asked for",
    ).toEqual([]);
  }
}
