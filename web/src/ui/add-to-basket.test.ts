import { expect, test, vi } from "vitest";
import { makeQueryClient } from "../api/query-client.ts";
import { buyNow } from "./add-to-basket.tsx";

const line = { toolId: "hoe", quantity: 30, changes: [] };
const other = { ...line, toolId: "rake" };
const problem = { code: "not_enough_stock", detail: "Only 20 left.", available: 20 };
const notice = { code: "joined", detail: "From your account’s basket: Rake (2)." };

test.each([
  { what: "the tool alone", lines: [line], notices: [], path: "/checkout" },
  { what: "another tool", lines: [line, other], notices: [], path: "/basket" },
  { what: "a problem", lines: [{ ...line, problem }], notices: [], path: "/basket" },
  { what: "news", lines: [line], notices: [notice], path: "/basket" },
])(
  "Buy now sets the quantity; with $what in the basket it leads to $path",
  async ({ path, ...basket }) => {
    const fetching = vi
      .spyOn(globalThis, "fetch")
      .mockImplementation(async () => Response.json({ revision: 1, ...basket }));
    const visitor = { status: "unknown" } as const;
    expect(await buyNow(makeQueryClient(), visitor, "hoe", 30)).toBe(path);
    const [request] = fetching.mock.lastCall as [Request];
    expect([request.method, new URL(request.url).pathname, await request.json()]).toEqual([
      ...["PUT", "/api/basket/lines/hoe"],
      { quantity: 30 },
    ]);
  },
);
