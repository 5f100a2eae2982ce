import { ApiError, isTransient } from "./errors.ts";

/** What to tell the user about a failed call. The server's sentence, if it has sent one that fits this page. */
export function errorMessage(error: unknown): string {
  if (!(error instanceof ApiError))
    return "Something went wrong on this page. Please reload it and try again.";
  if (error.status === 0)
    return "We could not reach the shop. Check your connection and try again.";
  // The server cannot know that this page was logged in before.
  if (error.code === "unauthenticated") return "Your session has ended. Please log in again.";
  const detail = error.fields[0]?.detail || error.message;
  if (detail) return detail;
  return isTransient(error)
    ? "The shop could not do this right now. Please try again in a moment."
    : "The shop did not accept this. Please check what you entered and try again.";
}
