interface FieldError {
  field: string;
  code: string;
  detail: string;
}

interface ProblemDocument {
  code?: string;
  detail?: string;
  errors?: FieldError[];
}

/** A call that did not succeed, with the stable code of docs/contract.md. Status 0: no answer came. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly fields: FieldError[];

  private constructor(status: number, problem: ProblemDocument, options?: ErrorOptions) {
    super(problem.detail ?? "", options);
    this.name = "ApiError";
    this.status = status;
    this.code = problem.code ?? "internal";
    this.fields = problem.errors ?? [];
  }

  static from(response: Response, body: unknown) {
    const problem = typeof body === "object" && body !== null ? (body as ProblemDocument) : {};
    return new ApiError(response.status, problem);
  }

  static unreachable(cause: unknown) {
    return new ApiError(0, { code: "unreachable" }, { cause });
  }
}

/** Whether asking again may help: nothing answered, not in time, or the server asked for patience. It may have been done all the same. */
export const isTransient = (error: unknown) =>
  error instanceof ApiError && (error.status === 0 || error.status === 408 || error.status >= 500);

export const isAuthError = (error: unknown) =>
  error instanceof ApiError && (error.status === 401 || error.status === 403);

/** What to say when something could not be read. For what the shop refuses to do, refusals.ts has more words. */
export function loadErrorMessage(error: unknown): string {
  if (!(error instanceof ApiError))
    return "Something went wrong in this page. Please reload it and try again.";
  if (error.status === 0)
    return "We could not reach the shop. Check your connection and try again.";
  if (error.status === 401) return "Your session has ended. Please log in again.";
  if (error.status === 429) return "Too many tries. Please wait a minute.";
  if (isTransient(error))
    return "The shop could not do this just now. Please try again in a moment.";
  return (
    error.message || "The shop did not accept this. Please check what you entered and try again."
  );
}
