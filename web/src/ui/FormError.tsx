import type { ReactNode } from "react";
import { errorMessage } from "../api/error-messages.ts";
import { ApiError } from "../api/errors.ts";
import { LoginLink } from "./LoginLink.tsx";
import { texts } from "./texts.en.ts";

interface FormErrorProps {
  error: Error;
  /** This text replaces the general message when the session has expired. */
  expiredText?: string;
}

/**
 * Says why a form was not accepted. After an expired session it links to a login that returns to
 * this page.
 */
export function FormError({ error, expiredText }: FormErrorProps) {
  if (!needsLogin(error)) return <p>{errorMessage(error)}</p>;
  return <LoginNeeded>{expiredText ?? errorMessage(error)}</LoginNeeded>;
}

export const LoginNeeded = ({ children }: { children: ReactNode }) => (
  <p>
    {children}{" "}
    <LoginLink className="ml-2 font-medium underline underline-offset-4">
      {texts.logInAndContinue}
    </LoginLink>
  </p>
);

/** Whether the session has expired, or is too old for this call. */
export const needsLogin = (error: unknown) =>
  error instanceof ApiError && (error.status === 401 || error.code === "reauthentication_required");
