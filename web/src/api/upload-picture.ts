import { api, send, unwrap } from "./client.ts";

/** The server waits one minute for the upload. This leaves time for its response. */
const UPLOAD_TIMEOUT = 75_000;

/** Uploads a picture and returns its address. `whole` is for a logo, which is not cropped. */
export async function uploadPicture(blob: Blob, fit?: "whole"): Promise<string> {
  const { key } = await send("POST /images/ticket");
  const { success, data } = await unwrap(
    api.POST("/images", {
      params: { query: fit ? { key, fit } : { key } },
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
  return data.url;
}
