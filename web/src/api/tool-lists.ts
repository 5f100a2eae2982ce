import type { QueryClient } from "@tanstack/react-query";
import type { Tool } from "./client.ts";

/** The tool from a cached list, so that its page opens at once and its name is known before a login. */
export const toolFromLists = (queryClient: QueryClient, id: string) =>
  findInLists(queryClient, ({ _id }) => _id === id);

export const toolBySlugFromLists = (queryClient: QueryClient, slug: string) =>
  findInLists(queryClient, (tool) => tool.slug === slug);

function findInLists(queryClient: QueryClient, isWanted: (tool: Tool) => boolean) {
  const lists = queryClient.getQueriesData<
    Tool[] | { pages?: { rows: Tool[] }[]; related?: Tool[] }
  >({ queryKey: ["tools"] });
  const tools = lists.flatMap(([, data]) =>
    Array.isArray(data) ? data : (data?.pages?.flatMap((page) => page.rows) ?? data?.related ?? []),
  );
  return tools.find(isWanted);
}
