import type { UseFormReturn } from "react-hook-form";
import { errorMessage } from "../../api/error-messages.ts";
import { ApiError } from "../../api/errors.ts";
import { PhotoError } from "./photo.ts";
import type { ToolDraft } from "./tool-draft.ts";
import { toolErrors } from "./tool-errors.ts";
import { forgetUpload, uploadPhoto } from "./upload-photo.ts";

type ToolFormState = UseFormReturn<ToolDraft>;

/** Puts what was refused beside its fields. The first of them gets the focus. */
export function setToolErrors(form: ToolFormState, error: unknown) {
  const { photo } = form.getValues();
  for (const [index, { field, message }] of toolErrors(error).entries()) {
    if (field === "photo" && photo instanceof File) forgetUpload(photo);
    form.setError(field, { message }, { shouldFocus: index === 0 && field !== "root" });
  }
}

/** The address of the draft's photo, after it was uploaded; undefined when that failed, which then stands beside it. */
export async function uploadFormPhoto(form: ToolFormState): Promise<string | undefined> {
  const { photo } = form.getValues();
  if (!(photo instanceof File)) return photo ?? undefined;
  try {
    return await uploadPhoto(photo);
  } catch (error) {
    const message = `The photo was not uploaded. ${uploadErrorMessage(error)}`;
    form.setError("photo", { message }, { shouldFocus: true });
    return undefined;
  }
}

function uploadErrorMessage(error: unknown): string {
  if (error instanceof PhotoError) return error.message;
  // The host knows best what was wrong with a file.
  if (error instanceof ApiError && error.status >= 400 && error.status < 500 && error.message)
    return error.message;
  return errorMessage(error);
}
