import { faultOfReading } from "../api/errors.ts";
import { Button } from "./Button.tsx";

/** Something could not be loaded: says why, and tries again on request. */
export function Trouble({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <div role="alert" className="flex flex-col items-start gap-4 border-l-2 border-error py-2 pl-5">
      <p>{faultOfReading(error)}</p>
      <Button look="outline" small onClick={onRetry}>
        Try again
      </Button>
    </div>
  );
}
