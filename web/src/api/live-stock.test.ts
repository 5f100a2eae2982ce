import { QueryClient } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Tool } from "./client.ts";
import { followStock } from "./live-stock.ts";

class FakeStream extends EventTarget {
  static readonly CLOSED = 2;
  static opened: FakeStream[] = [];
  readyState = 1;
  constructor(readonly url: string) {
    super();
    FakeStream.opened.push(this);
  }
  close() {
    this.readyState = FakeStream.CLOSED;
  }
  send(name: string, data: unknown) {
    this.dispatchEvent(new MessageEvent(name, { data: JSON.stringify(data) }));
  }
}

const hoe = { _id: "hoe", name: "Hoe", availableQuantity: 9, price: 12 } as Tool;
const rake = { ...hoe, _id: "rake", name: "Rake" };

let visibility: DocumentVisibilityState;
function show(state: DocumentVisibilityState) {
  visibility = state;
  document.dispatchEvent(new Event("visibilitychange"));
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("EventSource", FakeStream);
  FakeStream.opened = [];
  visibility = "visible";
  vi.spyOn(document, "visibilityState", "get").mockImplementation(() => visibility);
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

function follow() {
  const queryClient = new QueryClient();
  queryClient.setQueryData(["tools", "latest"], [hoe, rake]);
  queryClient.setQueryData(["tools", "pages"], {
    pages: [{ rows: [hoe], total: 1 }],
    pageParams: [],
  });
  const stop = followStock(queryClient);
  return { queryClient, stop };
}

test("a change reaches every list, and the tool's own page reads it again", () => {
  const { queryClient, stop } = follow();
  queryClient.setQueryData(["tool", "hoe"], hoe);
  const change = { _id: "hoe", availableQuantity: 3, price: 14.5 };
  FakeStream.opened[0]?.send("stock", [change]);
  expect(queryClient.getQueryData(["tools", "latest"])).toEqual([{ ...hoe, ...change }, rake]);
  expect(queryClient.getQueryData(["tools", "pages"])).toMatchObject({
    pages: [{ rows: [change], total: 1 }],
  });
  expect(queryClient.getQueryState(["tool", "hoe"])?.isInvalidated).toBe(true);
  stop();
  expect(FakeStream.opened[0]?.readyState).toBe(FakeStream.CLOSED);
});

test("a hidden page has no stream, and reads its lists again when it is shown", () => {
  const { queryClient, stop } = follow();
  show("hidden");
  expect(FakeStream.opened[0]?.readyState).toBe(FakeStream.CLOSED);
  show("visible");
  expect(FakeStream.opened).toHaveLength(2);
  expect(queryClient.getQueryState(["tools", "latest"])?.isInvalidated).toBe(true);
  stop();
});

test("where streams fail, the lists are read again every half minute", () => {
  const { queryClient, stop } = follow();
  const [stream] = FakeStream.opened;
  stream?.dispatchEvent(new Event("error"));
  vi.advanceTimersByTime(30_000);
  expect(
    queryClient.getQueryState(["tools", "latest"])?.isInvalidated,
    "the browser tries again",
  ).toBe(false);
  stream?.close();
  stream?.dispatchEvent(new Event("error"));
  vi.advanceTimersByTime(30_000);
  expect(queryClient.getQueryState(["tools", "latest"])?.isInvalidated).toBe(true);
  stop();
});
