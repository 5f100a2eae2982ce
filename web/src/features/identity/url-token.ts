/** The token of a mailed link. It stands behind the #, which browsers tell no server, so that no log has it. */
export const urlToken = (hash: string): string | undefined =>
  new URLSearchParams(hash.replace(/^#/, "")).get("token") || undefined;
