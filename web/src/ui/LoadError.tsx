import { useLocation } from "react-router";
import { ApiError, loadErrorMessage } from "../api/errors.ts";
import { paths } from "../pages.ts";
import { AppLink } from "./AppLink.tsx";
import { Button } from "./Button.tsx";

interface LoadErrorProps {
  error: unknown;
  /** The words for it, where a feature has better ones. */
  message?: (error: unknown) => string;
  onRetry: () => void;
}

/** Something could not be loaded: says why, and tries again on request. */
export function LoadError({ error, message = loadErrorMessage, onRetry }: LoadErrorProps) {
  return (
    <div role="alert" className="flex flex-col items-start gap-4 border-l-2 border-error py-2 pl-5">
      <p>{message(error)}</p>
      {error instanceof ApiError && error.status === 401 ? (
        <LoginLink />
      ) : (
        <Button variant="outline" small onClick={onRetry}>
          Try again
        </Button>
      )}
    </div>
  );
}

function LoginLink() {
  const { pathname, search, hash } = useLocation();
  return (
    <AppLink
      to={paths.login}
      state={{ from: `${pathname}${search}${hash}`, expired: true }}
      className="btn btn-outline btn-sm"
    >
      Login
    </AppLink>
  );
}
