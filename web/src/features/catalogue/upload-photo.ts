import { api, unwrap } from "../../api/client.ts";
import { preparePhoto } from "./photo.ts";

/** The server waits one minute for the upload. This leaves time for its response. */
const UPLOAD_TIMEOUT = 75_000;

const uploaded = new WeakMap<File, string>();

/** Uploads a photo and returns its address. A photo that was uploaded before is not sent again. */
export async function uploadPhoto(photo: File): Promise<string> {
  const known = uploaded.get(photo);
  if (known) return known;
  const { blob } = await preparePhoto(photo);
  const { key } = await unwrap(api.POST("/images/ticket"));
  const { success, data } = await unwrap(
    api.POST("/images", {
      params: { query: { key } },
      // The API's schema has no type for a file.
      body: { image: "" },
      bodySerializer: () => {
        const form = new FormData();
        form.append("image", blob, "photo");
        return form;
      },
      fetch: (request) =>
        globalThis.fetch(request, {
          signal: AbortSignal.any([request.signal, AbortSignal.timeout(UPLOAD_TIMEOUT)]),
        }),
    }),
  );
  if (!success) throw new Error("the image host answered without success");
  uploaded.set(photo, data.url);
  return data.url;
}

/** Call when the shop no longer has the photo. The next upload sends it again. */
export const forgetUpload = (photo: File) => uploaded.delete(photo);
