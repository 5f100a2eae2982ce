import { PRIVATE, pagesQuery, privateQuery } from "../../../api/query.ts";

/** The name and the stock of now. */
export const managedToolQuery = (id: string) =>
  privateQuery(["tool", id, "managed"], "/tools/{id}", { path: { id } }, { staleTime: 0 });

/** Every change of the stock, newest first. */
export const stockHistoryQuery = (id: string) =>
  pagesQuery(["tools", "stock history", id], "/manageTools/{id}/stock", { path: { id } }, PRIVATE);
