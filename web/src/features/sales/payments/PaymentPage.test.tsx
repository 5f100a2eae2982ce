import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { expect, test, vi } from "vitest";
import { makeQueryClient } from "../../../api/query-client.ts";
import * as role from "../../../api/session/use-role.ts";
import PaymentPage from "./PaymentPage.tsx";

test.each([
  ["admin", "Manage Orders", "/dashboard/manageOrders"],
  ["customer", "My Orders", "/dashboard/myOrders"],
] as const)("the %s goes back to %s", async (data, name, path) => {
  vi.spyOn(role, "useRole").mockReturnValue({ data } as ReturnType<typeof role.useRole>);
  vi.spyOn(globalThis, "fetch").mockImplementation(async () =>
    Response.json({ code: "not_found" }, { status: 404 }),
  );
  render(
    <QueryClientProvider client={makeQueryClient()}>
      <MemoryRouter>
        <PaymentPage />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  expect(screen.getByRole("link", { name })).toHaveAttribute("href", path);
  expect(await screen.findByText(new RegExp(`${name} lists`))).toBeVisible();
});
