import { keepPreviousData } from "@tanstack/react-query";
import { api, type Redirect, send, unwrap } from "../../../api/client.ts";
import { fileBody } from "../../../api/file-body.ts";
import { PRIVATE, pagesQuery, privateQuery } from "../../../api/query.ts";
import { OWNER_TASKS } from "../../../api/query-client.ts";
import { useChange } from "../../../api/use-change.ts";

/** Old paths with their targets, newest first. */
export const redirectsQuery = (q: string) =>
  pagesQuery(
    ["redirects", { q }],
    "/redirects",
    { query: { limit: 100, q: q || undefined } },
    { placeholderData: keepPreviousData, ...PRIVATE },
  );

/** Paths without a page that visitors ask for. */
export const missingPathsQuery = privateQuery(["missing-paths"], "/missing-paths");

const SHOWN = [["redirects"], ["missing-paths"], OWNER_TASKS];

export const useSaveRedirect = () =>
  useChange((body: { path: string; target: string }) => send("POST /redirects", { body }), SHOWN);

export const useDeleteRedirect = () =>
  useChange(({ _id }: Redirect) => send("DELETE /redirects/{id}", { path: { id: _id } }), SHOWN);

export const useImportRedirects = () =>
  useChange((file: File) => unwrap(api.POST("/redirect-file", fileBody(file))), SHOWN);
