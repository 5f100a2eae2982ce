import type { QueryClient } from "@tanstack/react-query";
import type { StockChange, Tool } from "./client.ts";

/** A visitor may be waiting for the next page of a list. */
const WITHOUT_CANCELLING = { cancelRefetch: false };
/** Where streams fail. */
const POLL_INTERVAL = 30_000;

/** Returns a function that ends it. */
export function followStock(queryClient: QueryClient): () => void {
  let stream: EventSource | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const reload = () => reloadTools(queryClient);
  const close = () => {
    stream?.close();
    stream = undefined;
    clearTimeout(timer);
  };
  const poll = () => {
    timer = setTimeout(() => {
      reload();
      poll();
    }, POLL_INTERVAL);
  };
  const open = () => {
    const opened = new EventSource("/api/stock-events");
    stream = opened;
    opened.addEventListener("stock", ({ data }) => applyChanges(queryClient, JSON.parse(data)));
    opened.addEventListener("reload", reload);
    opened.addEventListener("error", () => {
      // The browser opens a broken stream again. It gives one up that the server refused.
      if (opened.readyState !== EventSource.CLOSED) return;
      close();
      poll();
    });
  };
  const followVisibility = () => {
    close();
    if (document.visibilityState === "hidden") return;
    reload();
    open();
  };
  if (document.visibilityState === "visible") open();
  document.addEventListener("visibilitychange", followVisibility);
  return () => {
    document.removeEventListener("visibilitychange", followVisibility);
    close();
  };
}

function reloadTools(queryClient: QueryClient) {
  void queryClient.invalidateQueries({ queryKey: ["tools"] }, WITHOUT_CANCELLING);
  void queryClient.invalidateQueries({ queryKey: ["tool"] }, WITHOUT_CANCELLING);
  void queryClient.invalidateQueries({ queryKey: ["basket"] }, WITHOUT_CANCELLING);
}

/**
 * The data of queries that have tools. The page of a tool is among them, because it lists related
 * ones.
 */
type ToolLists =
  | Tool[]
  | { pages: { rows: Tool[] }[] }
  | { tool: Tool; related: Tool[] }
  | { missing: number }
  | undefined;

function applyChanges(queryClient: QueryClient, changes: StockChange[]) {
  const changeOf = new Map(changes.map((change) => [change._id, change]));
  const applied = (tools: Tool[]) =>
    tools.some(({ _id }) => changeOf.has(_id))
      ? tools.map((tool) => ({ ...tool, ...changeOf.get(tool._id) }))
      : tools;
  queryClient.setQueriesData<ToolLists>({ queryKey: ["tools"] }, (lists) => {
    if (!lists || "missing" in lists) return lists;
    if (Array.isArray(lists)) return applied(lists);
    if ("tool" in lists) {
      const [tool = lists.tool] = applied([lists.tool]);
      return { ...lists, tool, related: applied(lists.related) };
    }
    return { ...lists, pages: lists.pages.map((page) => ({ ...page, rows: applied(page.rows) })) };
  });
  const baskets = queryClient.getQueriesData<{ lines: { toolId: string }[] }>({
    queryKey: ["basket"],
  });
  if (baskets.some(([, basket]) => basket?.lines.some(({ toolId }) => changeOf.has(toolId))))
    void queryClient.invalidateQueries({ queryKey: ["basket"] }, WITHOUT_CANCELLING);
  for (const { _id } of changes)
    void queryClient.invalidateQueries({ queryKey: ["tool", _id] }, WITHOUT_CANCELLING);
}
