import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router";
import { afterEach, expect, test, vi } from "vitest";
import type { Tool } from "../../../api/client.ts";
import { makeQueryClient } from "../../../api/query-client.ts";
import { SessionProvider } from "../../../api/session/SessionProvider.tsx";
import { setShop } from "../../../api/shop.ts";
import ToolTable from "./ToolTable.tsx";

const hoe = {
  ...{ _id: "hoe", slug: "hoe", name: "Hoe", description: "It weeds.", price: 10 },
  ...{ img: "", minimumQuantity: 6, availableQuantity: 240 },
} as Tool;

afterEach(() => setShop());

const show = (tools: Tool[]) =>
  render(
    <QueryClientProvider client={makeQueryClient()}>
      <MemoryRouter>
        <SessionProvider hasToken={false}>
          <ToolTable tools={tools} />
        </SessionProvider>
      </MemoryRouter>
    </QueryClientProvider>,
  );

test("the demo leads to the specified purchase page", () => {
  show([hoe]);
  expect(screen.getByRole("link", { name: "Purchase Hoe" })).toHaveAttribute("href", "/tools/hoe");
});

test("another shop leads to the checkout, with the minimum", async () => {
  setShop({ hasArticles: false });
  const assign = vi.spyOn(window.location, "assign").mockReturnValue();
  vi.spyOn(globalThis, "fetch").mockImplementation(async () =>
    Response.json({
      ...{ revision: 1, notices: [] },
      lines: [{ toolId: "hoe", quantity: 6, changes: [] }],
    }),
  );
  show([hoe, { ...hoe, _id: "rake", slug: "rake", name: "Rake", availableQuantity: 0 }]);
  expect(screen.queryByRole("link", { name: /^Purchase/ })).toBeNull();
  expect(screen.getByRole("button", { name: "Buy now: Rake" })).toBeDisabled();
  await userEvent.click(screen.getByRole("button", { name: "Buy now: Hoe" }));
  await vi.waitFor(() => expect(assign).toHaveBeenCalledWith("/checkout"));
});
