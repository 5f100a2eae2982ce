import { queryOptions } from "@tanstack/react-query";
import { send } from "./client.ts";
import { ApiError } from "./errors.ts";
import { ownersLanguage } from "./owner-language.ts";
import type { components } from "./schema.gen.ts";

export type ToolPageData = components["schemas"]["ToolPage"];

/** A tool that the shop does not sell: it never did (404), or no longer does (410). */
export interface MissingTool {
  missing: 404 | 410;
}

/** The server preloads it. Its key begins like the lists’, because a purchase or an edit changes it too. */
export const toolPageQuery = (slug: string) =>
  queryOptions({
    queryKey: ["tools", "page", slug],
    queryFn: async ({ signal }): Promise<ToolPageData | MissingTool> => {
      try {
        return await send("GET /tool-pages/{slug}", {
          path: { slug },
          ...ownersLanguage,
          signal,
        });
      } catch (error) {
        if (error instanceof ApiError && (error.status === 404 || error.status === 410))
          return { missing: error.status };
        throw error;
      }
    },
  });
