import { loginErrorMessage } from "./login-errors.ts";

/** What a login reports that needs the code of an authenticator app. */
export const SECOND_STEP = "second_factor_required";

/** The query of /login or /signup after a provider has redirected back. */
export interface CallbackParams {
  /** Set after a successful login. The session cookie is set, too. */
  provider: string | undefined;
  /** Set after a failed login. */
  errorMessage: string | undefined;
  /** The login needs its second step. */
  secondStep: true | undefined;
  /** The page to return to. */
  returnTo: string | undefined;
}

export function callbackParams(search: string): CallbackParams {
  const params = new URLSearchParams(search);
  const code = params.get("problem");
  return {
    provider: params.get("arrived") ?? undefined,
    errorMessage:
      code && code !== SECOND_STEP ? loginErrorMessage(code, params.get("provider")) : undefined,
    secondStep: code === SECOND_STEP || undefined,
    returnTo: params.get("returnTo") ?? undefined,
  };
}
