import { api, unwrap } from "../../api/client.ts";
import { preparePhoto } from "./photo.ts";

/** As long as the shop waits for five megabytes over a phone's connection, and some more for its answer. */
const UPLOAD_TIMEOUT = 75_000;

const uploaded = new WeakMap<File, string>();

/** Brings a photo to the image host and answers its address. One that is there already is not sent again. */
export async function uploadPhoto(photo: File): Promise<string> {
  const known = uploaded.get(photo);
  if (known) return known;
  const { blob } = await preparePhoto(photo);
  const { key } = await unwrap(api.POST("/images/ticket"));
  const { success, data } = await unwrap(
    api.POST("/images", {
      params: { query: { key } },
      // The description of the API has no type for the bytes of a file.
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

/** The shop does not know the picture of this photo any more: next time it is sent anew. */
export const forgetUpload = (photo: File) => uploaded.delete(photo);
