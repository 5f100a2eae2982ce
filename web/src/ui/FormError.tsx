import { useLocation } from "react-router";
import { sentence } from "../api/error-messages.ts";
import { ApiError } from "../api/errors.ts";
import { paths } from "../pages.ts";
import { AppLink } from "./AppLink.tsx";

interface FormFaultProps {
  error: Error;
  /** Instead of the general words, when the session has ended. */
  ended?: string;
}

/** Why a form was not taken. A session that ended elsewhere has a way back to this very page. */
export function FormFault({ error, ended }: FormFaultProps) {
  const { pathname, search } = useLocation();
  if (!isEnded(error)) return <p>{sentence(error)}</p>;
  return (
    <p>
      {ended ?? sentence(error)}{" "}
      <AppLink
        to={paths.login}
        state={{ from: pathname + search, ended: true }}
        className="ml-2 font-medium underline underline-offset-4"
      >
        Login and go on
      </AppLink>
    </p>
  );
}

/** The session is over, or too old for what was asked. */
export const isEnded = (error: Error) =>
  error instanceof ApiError && (error.status === 401 || error.code === "sign_in_again");
