import type { QueryClient } from "@tanstack/react-query";
import type { Tool } from "./client.ts";

/** The tool from a cached list, so that its page opens at once and its name is known before a login. */
export function toolFromLists(queryClient: QueryClient, id: string): Tool | undefined {
  const lists = queryClient.getQueriesData<Tool[] | { pages: { rows: Tool[] }[] }>({
    queryKey: ["tools"],
  });
  const tools = lists.flatMap(([, data]) =>
    Array.isArray(data) ? data : (data?.pages.flatMap((page) => page.rows) ?? []),
  );
  return tools.find((tool) => tool._id === id);
}
