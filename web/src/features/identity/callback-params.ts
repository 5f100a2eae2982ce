import { problemSentence } from "./login-errors.ts";

/** What the address of /login or /signup says when a provider has sent the page itself back. */
export interface ComingBack {
  /** The provider that has said yes: the session's cookie is set. */
  arrived: string | undefined;
  /** What to say when it came to nothing. */
  problem: string | undefined;
  /** Where one wanted to go. */
  from: string | undefined;
}

export function comingBack(search: string): ComingBack {
  const told = new URLSearchParams(search);
  const code = told.get("problem");
  return {
    arrived: told.get("arrived") ?? undefined,
    problem: code ? problemSentence(code, told.get("provider")) : undefined,
    from: told.get("returnTo") ?? undefined,
  };
}
