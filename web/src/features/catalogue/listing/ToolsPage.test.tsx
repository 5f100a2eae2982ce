import { QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { beforeEach, expect, test, vi } from "vitest";
import { makeQueryClient } from "../../../api/query-client.ts";
import { categoriesQuery, facetsQuery, toolsQuery } from "../queries.ts";
import { ToolCard } from "../ToolCard.tsx";
import ToolsPage from "./ToolsPage.tsx";

vi.mock("../../../api/use-live-stock.ts", () => ({ useLiveStock: () => {} }));
vi.mock("../ToolCard.tsx", () => ({ ToolCard: vi.fn(() => null) }));

beforeEach(() => {
  vi.stubGlobal("fetch", () => new Promise(() => {}));
  window.history.replaceState(null, "", "/tool");
});

function renderPage() {
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
  const { container } = render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter initialEntries={["/tool"]}>
        <ToolsPage />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  const inStock = screen.getByRole("checkbox", { name: /In stock only/ });
  return { inStock, results: container.querySelector(".tool-results") };
}

test("a press on a filter shows at once and renders no card again", async () => {
  const { inStock, results } = renderPage();
  const rendered = vi.mocked(ToolCard).mock.calls.length;
  expect(rendered).toBeGreaterThanOrEqual(2);
  fireEvent.click(inStock);
  expect(inStock).toBeChecked();
  await waitFor(() => expect(results).toHaveAttribute("aria-busy", "true"));
  expect(vi.mocked(ToolCard).mock.calls.length).toBe(rendered);
});

test("a filter does not lead back to the list from the next page", async () => {
  const { inStock, results } = renderPage();
  fireEvent.click(inStock);
  window.history.replaceState(null, "", "/blogs");
  await waitFor(() => expect(inStock).not.toBeChecked());
  expect(results).toHaveAttribute("aria-busy", "false");
});
