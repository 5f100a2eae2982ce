import type { UseFormReturn } from "react-hook-form";
import { errorMessage } from "../../api/error-messages.ts";
import { PhotoError } from "./photo.ts";
import type { ToolDraft } from "./tool-draft.ts";
import { toolErrors } from "./tool-errors.ts";
import { forgetUpload, uploadPhoto } from "./upload-photo.ts";

type ToolFormState = UseFormReturn<ToolDraft>;

/** Shows the server's errors beside their fields. The first of these fields gets the focus. */
export function setToolErrors(form: ToolFormState, error: unknown) {
  const { photo } = form.getValues();
  for (const [index, { field, message }] of toolErrors(error).entries()) {
    if (field === "photo" && photo instanceof File) forgetUpload(photo);
    form.setError(field, { message }, { shouldFocus: index === 0 && field !== "root" });
  }
}

/** Uploads the form's photo and returns its address. Undefined after a failure, which is shown beside the photo. */
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

const uploadErrorMessage = (error: unknown) =>
  error instanceof PhotoError ? error.message : errorMessage(error);
