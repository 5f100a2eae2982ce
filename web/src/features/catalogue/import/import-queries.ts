import { useState } from "react";
import { api, type ToolImportCheck, type ToolImportResult, unwrap } from "../../../api/client.ts";
import { typeOf } from "../../../api/file-body.ts";
import { PROGRESS_TYPE, type Progress, readProgress } from "../../../api/progress.ts";
import { useChange } from "../../../api/use-change.ts";

export interface ImportFiles {
  tools: File;
  /** The pictures that the file of tools names. */
  zip?: File;
  options: ImportOptions;
}

/** What a file that may be older than the shop does only if the owner says so. */
export interface ImportOptions {
  setQuantities: boolean;
  takeAlteredSkus: boolean;
  overwriteChanges: boolean;
}

/** Ten thousand rows, or hundreds of pictures, take a slow server longer than other calls. */
const IMPORT_TIMEOUT = 5 * 60_000;

export const fetchImport = (request: Request) =>
  globalThis.fetch(request, {
    signal: AbortSignal.any([request.signal, AbortSignal.timeout(IMPORT_TIMEOUT)]),
  });

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
  headers: { accept: PROGRESS_TYPE, ...(!pictures && { "content-type": typeOf(tools) }) },
  parseAs: "stream" as const,
  fetch: fetchImport,
});

/** `progress` counts the pictures of the zip or of the other shop. */
export function useCheckImport() {
  const [progress, setProgress] = useState<Progress>();
  const checking = useChange(async ({ tools, zip, options }: ImportFiles) => {
    setProgress(undefined);
    const lines = api.POST("/tool-imports/check", {
      params: { query: options },
      ...importBody(tools, "zip", zip),
    });
    return readProgress<ToolImportCheck>(await unwrap(lines), setProgress);
  });
  return { ...checking, progress };
}

/** `progress` counts the tools. */
export function useImportTools() {
  const [progress, setProgress] = useState<Progress>();
  const importing = useChange(
    async ({ files, check }: { files: ImportFiles; check: ToolImportCheck }) => {
      setProgress(undefined);
      const isNeeded = files.zip || check.pictures.length > 0;
      const pictures = isNeeded ? new Blob([JSON.stringify(check.pictures)]) : undefined;
      const lines = api.POST("/tool-imports", {
        params: { query: { digest: check.digest, ...files.options } },
        ...importBody(files.tools, "pictures", pictures),
      });
      return readProgress<ToolImportResult>(await unwrap(lines), setProgress);
    },
    ["tools"],
  );
  return { ...importing, progress };
}
