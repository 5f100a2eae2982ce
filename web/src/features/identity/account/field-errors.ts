import type { FieldValues, Path, UseFormReturn } from "react-hook-form";
import { ApiError } from "../../../api/errors.ts";

/** Puts what the server found wrong with fields of this form beside them. False if there was no such thing. */
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
