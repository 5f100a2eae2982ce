import { ownersLanguage } from "../../api/owner-language.ts";
import { privateQuery } from "../../api/query.ts";

/** Customers decide by the stock, so every visit reads it again. */
export const toolQuery = (id: string) =>
  privateQuery(["tool", id], "/tools/{id}", { path: { id }, ...ownersLanguage }, { staleTime: 0 });
