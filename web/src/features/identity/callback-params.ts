import { loginErrorMessage } from "./login-errors.ts";

/** The query of /login or /signup after a provider has redirected back. */
export interface CallbackParams {
  /** Set after a successful login. The session cookie is set, too. */
  provider: string | undefined;
  /** Set after a failed login. */
  errorMessage: string | undefined;
  /** The page to return to. */
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
