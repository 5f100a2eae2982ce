import type { UseFormReturn } from "react-hook-form";
import type { ToolPicture } from "../../../api/client.ts";
import { errorMessage } from "../../../api/error-messages.ts";
import { needsLogin } from "../../../ui/FormError.tsx";
import { PhotoError } from "./photo.ts";
import type { MorePhoto, ToolDraft } from "./tool-draft.ts";
import { toolErrors } from "./tool-errors.ts";
import { photoTexts } from "./tool-form.texts.en.ts";
import { forgetUpload, uploadPhoto } from "./upload-photo.ts";

/** The type of an error that a login solves. */
export const LOGIN_NEEDED = "login";

type ToolFormState = UseFormReturn<ToolDraft>;

const photoOf = ({ photo }: MorePhoto) => photo;

/** Shows the server's errors beside their fields. The first of these fields gets the focus. */
export function setToolErrors(form: ToolFormState, error: unknown) {
  const { photo, morePhotos } = form.getValues();
  for (const [index, { field, message }] of toolErrors(error).entries()) {
    const refused =
      field === "photo" ? [photo] : field === "morePhotos" ? morePhotos.map(photoOf) : [];
    for (const photo of refused) if (photo instanceof File) forgetUpload(photo);
    const type = needsLogin(error) ? LOGIN_NEEDED : "server";
    form.setError(field, { type, message }, { shouldFocus: index === 0 && field !== "root" });
  }
}

/** Uploads the form's photos, one after the other. Undefined after a failure, which is shown beside the photo. */
export async function uploadFormPhotos(form: ToolFormState): Promise<ToolPicture[] | undefined> {
  const { photo, photoAlt, morePhotos } = form.getValues();
  const photos = [...(photo === null ? [] : [{ photo, alt: photoAlt }]), ...morePhotos];
  const pictures: ToolPicture[] = [];
  for (const { photo, alt } of photos) {
    try {
      const url = photo instanceof File ? await uploadPhoto(photo) : photo;
      pictures.push({ url, alt: alt.trim() });
    } catch (error) {
      const message = photoTexts.notUploaded(photoErrorMessage(error));
      if (needsLogin(error)) {
        form.setError("root", { type: LOGIN_NEEDED, message });
        return undefined;
      }
      const field = pictures.length === 0 ? "photo" : "morePhotos";
      form.setError(field, { message }, { shouldFocus: true });
      return undefined;
    }
  }
  return pictures;
}

/** Why a photo could not be used. */
export const photoErrorMessage = (error: unknown) =>
  error instanceof PhotoError ? error.message : errorMessage(error);
