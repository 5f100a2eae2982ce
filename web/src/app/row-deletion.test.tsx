import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router";
import { expect, test, vi } from "vitest";
import { makeQueryClient } from "../api/query-client.ts";
import * as role from "../api/session/use-role.ts";
import CategoriesPage from "../features/catalogue/categories/CategoriesPage.tsx";
import ManageToolsPage from "../features/catalogue/tools/ManageToolsPage.tsx";
import ManagePostsPage from "../features/settings/posts/ManagePostsPage.tsx";

const ROWS: Record<string, object> = {
  "/api/categories": { _id: "c1", name: "Spades", slug: "spades" },
  "/api/manageTools": {
    _id: "t1",
    name: "Spades",
    img: "/t.webp",
    price: 64,
    availableQuantity: 3,
  },
  "/api/managePosts": { _id: "p1", title: "Spades", changedAt: "2026-11-02T00:00:00Z" },
};

test.each([
  ["Categories", CategoriesPage],
  ["Blog posts", ManagePostsPage],
  ["All tools", ManageToolsPage],
])("in %s Delete is a button and in no menu", async (caption, Page) => {
  vi.spyOn(globalThis, "fetch").mockImplementation(async (input) => {
    const { pathname } = new URL((input as Request).url);
    const row = ROWS[pathname];
    return Response.json(row ? [row] : []);
  });
  vi.spyOn(role, "useRole").mockReturnValue({ data: "admin" } as ReturnType<typeof role.useRole>);
  render(
    <QueryClientProvider client={makeQueryClient()}>
      <MemoryRouter>
        <Page />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  const table = within(await screen.findByRole("table", { name: caption }));
  expect(table.queryByRole("button", { name: /^More/ })).toBeNull();
  await userEvent.click(table.getByRole("button", { name: "Delete Spades" }));
  expect(screen.getByRole("dialog", { name: /^Delete Spades/ })).toBeVisible();
});
