import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "../../api/client.ts";

/** Ten thousand rows take a slow server longer than other calls. */
const IMPORT_TIMEOUT = 5 * 60_000;

/** The file goes as it is, because the server knows its encoding. */
const csvBody = (file: File) => ({
  body: "",
  bodySerializer: () => file,
  headers: { "content-type": "text/csv" },
  fetch: (request: Request) =>
    globalThis.fetch(request, {
      signal: AbortSignal.any([request.signal, AbortSignal.timeout(IMPORT_TIMEOUT)]),
    }),
});

export const useCheckImport = () =>
  useMutation({
    mutationFn: (file: File) => unwrap(api.POST("/tool-imports/check", csvBody(file))),
  });

export function useImportTools() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ file, digest }: { file: File; digest: string }) =>
      unwrap(api.POST("/tool-imports", { params: { query: { digest } }, ...csvBody(file) })),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ["tools"] }),
  });
}
