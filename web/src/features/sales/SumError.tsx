import { errorMessage } from "../../api/error-messages.ts";
import { ApiError } from "../../api/errors.ts";
import { Button } from "../../ui/Button.tsx";
import { FormError, needsLogin } from "../../ui/FormError.tsx";
import { texts } from "./sum.texts.en.ts";

interface SumErrorProps {
  error: Error | null;
  onRetry: () => void;
}

/** Whether the error is shown at the fields of the place. */
export const isOfPlace = (error: Error | null) =>
  error instanceof ApiError && error.fields.length > 0;

/**
 * Says why the sum was not calculated. A login helps after the session has ended, and otherwise
 * another attempt.
 */
export const SumError = ({ error, onRetry }: SumErrorProps) =>
  error &&
  !isOfPlace(error) && (
    <div role="alert" className="buying-note buying-problem mt-3 text-error">
      {needsLogin(error) ? (
        <FormError error={error} />
      ) : (
        <>
          <span>{texts.maybeOld(errorMessage(error))}</span>
          <Button variant="outline" small data-remedy onClick={onRetry}>
            {texts.tryAgain}
          </Button>
        </>
      )}
    </div>
  );
