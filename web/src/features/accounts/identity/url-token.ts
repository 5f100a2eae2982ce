/** The token of an e-mailed link. It is in the fragment, which browsers do not send, so that no log contains it. */
export const urlToken = (hash: string): string | undefined =>
  new URLSearchParams(hash.replace(/^#/, "")).get("token") || undefined;
