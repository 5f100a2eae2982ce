import { useLocation } from "react-router";
import { errorMessage } from "../api/error-messages.ts";
import { ApiError } from "../api/errors.ts";
import { paths } from "../pages.ts";
import { AppLink } from "./AppLink.tsx";

interface FormErrorProps {
  error: Error;
  /** Instead of the general words, when the session has ended. */
  expiredText?: string;
}

/** Why a form was not taken. A session that ended elsewhere has a way back to this very page. */
export function FormError({ error, expiredText }: FormErrorProps) {
  const { pathname, search } = useLocation();
  if (!needsLogin(error)) return <p>{errorMessage(error)}</p>;
  return (
    <p>
      {expiredText ?? errorMessage(error)}{" "}
      <AppLink
        to={paths.login}
        state={{ from: pathname + search, expired: true }}
        className="ml-2 font-medium underline underline-offset-4"
      >
        Login and go on
      </AppLink>
    </p>
  );
}

/** The session is over, or too old for what was asked. */
export const needsLogin = (error: Error) =>
  error instanceof ApiError && (error.status === 401 || error.code === "sign_in_again");
