import { queryOptions } from "@tanstack/react-query";
import { api, unwrap } from "../../api/client.ts";
import type { components } from "../../api/schema.gen.ts";

export type ToolPageData = components["schemas"]["ToolPage"];

/** The server preloads it. Its key begins like the lists’, because a purchase or an edit changes it too. */
export const toolPageQuery = (slug: string) =>
  queryOptions({
    queryKey: ["tools", "page", slug],
    queryFn: ({ signal }) =>
      unwrap<ToolPageData>(api.GET("/tool-pages/{slug}", { params: { path: { slug } }, signal })),
  });
