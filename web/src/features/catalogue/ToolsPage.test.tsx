import { QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { expect, test, vi } from "vitest";
import { makeQueryClient } from "../../api/query-client.ts";
import { categoriesQuery, facetsQuery, toolsQuery } from "./queries.ts";
import { ToolCard } from "./ToolCard.tsx";
import ToolsPage from "./ToolsPage.tsx";

vi.mock("../../api/use-live-stock.ts", () => ({ useLiveStock: () => {} }));
vi.mock("./ToolCard.tsx", () => ({ ToolCard: vi.fn(() => null) }));

test("a press on a filter shows at once and renders no card again", () => {
  vi.stubGlobal("fetch", () => new Promise(() => {}));
  const queryClient = makeQueryClient();
  const tools = {
    rows: [{ _id: "1" }, { _id: "2" }] as never[],
    total: 2,
    next: null,
    stateCounts: {},
  };
  queryClient.setQueryData(categoriesQuery.queryKey, []);
  queryClient.setQueryData(facetsQuery({ sort: "newest" }).queryKey, {
    categories: [],
    inStock: 1,
    minimums: [],
    near: [],
    prices: [],
  });
  queryClient.setQueryData(toolsQuery({ sort: "newest" }).queryKey, {
    pages: [tools],
    pageParams: [null],
  });
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter initialEntries={["/tool"]}>
        <ToolsPage />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  const rendered = vi.mocked(ToolCard).mock.calls.length;
  expect(rendered).toBeGreaterThanOrEqual(2);
  const inStock = screen.getByRole("checkbox", { name: /In stock only/ });
  fireEvent.click(inStock);
  expect(inStock).toBeChecked();
  expect(vi.mocked(ToolCard).mock.calls.length).toBe(rendered);
});
