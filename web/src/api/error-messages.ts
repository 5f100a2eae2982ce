import { texts } from "./error-messages.texts.en.ts";
import { ApiError, isTransient } from "./errors.ts";

/** What to tell the user about a failed call. The server's sentence, if it has sent one that fits this page. */
export function errorMessage(error: unknown): string {
  if (!(error instanceof ApiError)) return texts.brokenPage;
  if (error.status === 0) return texts.unreachable;
  // The server cannot know that this page was logged in before.
  if (error.code === "unauthenticated") return texts.sessionEnded;
  const detail = error.fields[0]?.detail || error.message;
  if (detail) return detail;
  return isTransient(error) ? texts.notNow : texts.notAccepted;
}
