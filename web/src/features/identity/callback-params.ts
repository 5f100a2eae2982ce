import { loginErrorMessage } from "./login-errors.ts";

/** What the address of /login or /signup says when a provider has sent the page itself back. */
export interface CallbackParams {
  /** The provider that has said yes: the session's cookie is set. */
  provider: string | undefined;
  /** What to say when it came to nothing. */
  errorMessage: string | undefined;
  /** Where one wanted to go. */
  returnTo: string | undefined;
}

export function callbackParams(search: string): CallbackParams {
  const params = new URLSearchParams(search);
  const code = params.get("problem");
  return {
    provider: params.get("arrived") ?? undefined,
    errorMessage: code ? loginErrorMessage(code, params.get("provider")) : undefined,
    returnTo: params.get("returnTo") ?? undefined,
  };
}
