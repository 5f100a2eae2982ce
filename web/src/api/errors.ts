import type { components } from "./schema.gen.ts";

type FieldError = components["schemas"]["FieldError"];

interface ProblemDocument {
  code?: string;
  detail?: string;
  errors?: FieldError[];
}

/** A call that failed, with the stable code that docs/api.md names. Status 0 means that no response came. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly fields: FieldError[];
  /** What else some problems say, such as the new `quote`. */
  readonly members: Record<string, unknown>;

  private constructor(status: number, problem: ProblemDocument, options?: ErrorOptions) {
    super(problem.detail ?? "", options);
    this.name = "ApiError";
    this.status = status;
    this.code = problem.code ?? "internal";
    this.fields = problem.errors ?? [];
    this.members = { ...problem };
  }

  static from(response: { status: number }, body: unknown) {
    const problem = typeof body === "object" && body !== null ? (body as ProblemDocument) : {};
    return new ApiError(response.status, problem);
  }

  static unreachable(cause: unknown) {
    return new ApiError(0, { code: "unreachable" }, { cause });
  }
}

/** Whether a retry may help: no response, a timeout or an overloaded server. The call may have succeeded anyway. */
export const isTransient = (error: unknown) =>
  error instanceof ApiError && (error.status === 0 || error.status === 408 || error.status >= 500);

export const isAuthError = (error: unknown) =>
  error instanceof ApiError && (error.status === 401 || error.status === 403);
