import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api, type ToolImportCheck, unwrap } from "../../api/client.ts";

export interface ImportFiles {
  tools: File;
  /** The pictures that the file of tools names. */
  zip?: File;
}

/** Ten thousand rows, or hundreds of pictures, take a slow server longer than other calls. */
const IMPORT_TIMEOUT = 5 * 60_000;

/** A form if there are pictures, or else the file as it is. The server knows its encoding. */
const importBody = (tools: File, name: string, pictures: Blob | undefined) => ({
  body: "",
  bodySerializer: () => {
    if (!pictures) return tools;
    const form = new FormData();
    form.set("tools", tools);
    form.set(name, pictures);
    return form;
  },
  headers: pictures ? {} : { "content-type": "text/csv" },
  fetch: (request: Request) =>
    globalThis.fetch(request, {
      signal: AbortSignal.any([request.signal, AbortSignal.timeout(IMPORT_TIMEOUT)]),
    }),
});

export const useCheckImport = () =>
  useMutation({
    mutationFn: ({ tools, zip }: ImportFiles) =>
      unwrap(api.POST("/tool-imports/check", importBody(tools, "zip", zip))),
  });

export function useImportTools() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ files, check }: { files: ImportFiles; check: ToolImportCheck }) => {
      const pictures = files.zip && new Blob([JSON.stringify(check.pictures)]);
      return unwrap(
        api.POST("/tool-imports", {
          params: { query: { digest: check.digest } },
          ...importBody(files.tools, "pictures", pictures),
        }),
      );
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: ["tools"] }),
  });
}
