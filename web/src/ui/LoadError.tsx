import { errorMessage } from "../api/error-messages.ts";
import { ApiError } from "../api/errors.ts";
import { Button } from "./Button.tsx";
import { LoginLink } from "./LoginLink.tsx";
import { texts } from "./texts.en.ts";

interface LoadErrorProps {
  error: unknown;
  /** This text replaces the general message where the page knows more. */
  message?: string;
  onRetry: () => void;
}

/** Why something could not be loaded, with a button to try again. */
export function LoadError({ error, message = errorMessage(error), onRetry }: LoadErrorProps) {
  return (
    <div role="alert" className="flex flex-col items-start gap-4 border-l-2 border-error py-2 pl-5">
      <p>{message}</p>
      {error instanceof ApiError && error.status === 401 ? (
        <LoginLink className="btn btn-outline btn-sm">{texts.login}</LoginLink>
      ) : (
        <Button variant="outline" small onClick={onRetry}>
          {texts.tryAgain}
        </Button>
      )}
    </div>
  );
}
