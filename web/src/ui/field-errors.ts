import type { FieldValues, Path, UseFormReturn } from "react-hook-form";
import { ApiError } from "../api/errors.ts";

/** Shows the server's errors beside the form's fields. Returns false if no error belongs to one of them. */
export function setFieldErrors<Values extends FieldValues>(
  error: unknown,
  { setError, getValues }: UseFormReturn<Values>,
): boolean {
  if (!(error instanceof ApiError)) return false;
  const known = error.fields.filter(({ field }) => field in getValues());
  for (const [index, { field, detail }] of known.entries())
    setError(field as Path<Values>, { message: detail }, { shouldFocus: index === 0 });
  return known.length > 0;
}
