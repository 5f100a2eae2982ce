// What the app needs while it renders, and the server's JavaScript engine does not have.

/** Reads a query. The app changes queries in the browser only. */
class ReadOnlyQuery {
  readonly #pairs: [string, string][];

  constructor(search: string) {
    const pairs = search.replace(/^\?/, "").split("&").filter(Boolean);
    this.#pairs = pairs.map((pair) => {
      const [name = "", value = ""] = pair.split(/=(.*)/s).map(decoded);
      return [name, value];
    });
  }

  get(wanted: string): string | null {
    return this.#pairs.find(([name]) => name === wanted)?.[1] ?? null;
  }
}

function decoded(text: string) {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    return text;
  }
}

/** The router makes one when it is loaded. */
class OpaqueUrl {
  readonly href: string;

  constructor(href: string) {
    this.href = href;
  }
}

// Timers start what a browser does after rendering, so here they never fire.
Object.assign(globalThis, { URL: OpaqueUrl, URLSearchParams: ReadOnlyQuery, setTimeout: () => 0 });
