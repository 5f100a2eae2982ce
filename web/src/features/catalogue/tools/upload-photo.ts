import { uploadPicture } from "../../../api/upload-picture.ts";
import { preparePhoto } from "./photo.ts";

const uploaded = new WeakMap<File, string>();

/** Uploads a photo and returns its address. A photo that was uploaded before is not sent again. */
export async function uploadPhoto(photo: File): Promise<string> {
  const known = uploaded.get(photo);
  if (known) return known;
  const { blob } = await preparePhoto(photo);
  const url = await uploadPicture(blob);
  uploaded.set(photo, url);
  return url;
}

/**
 * Forgets an upload, so that the next one sends the photo again. Callers run this when the shop no
 * longer has it.
 */
export const forgetUpload = (photo: File) => uploaded.delete(photo);
