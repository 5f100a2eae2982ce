import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { expect, test, vi } from "vitest";
import { makeQueryClient } from "../../../../api/query-client.ts";
import * as provider from "../../../../api/session/SessionProvider.tsx";
import * as role from "../../../../api/session/use-role.ts";
import AccountPage from "./AccountPage.tsx";

test("the sections keep their places when the weak password is replaced", async () => {
  vi.spyOn(provider, "useAccount").mockReturnValue({ email: "ann@example.com" } as never);
  vi.spyOn(provider, "useSession").mockReturnValue({} as never);
  vi.spyOn(role, "useAccountRole").mockReturnValue("admin");
  const withheld = vi.spyOn(role, "useWithheldReason").mockReturnValue("weak password");
  let answer = (_status: Response) => {};
  const asked = new Promise<Response>((resolve) => {
    answer = resolve;
  });
  vi.spyOn(globalThis, "fetch").mockImplementation(async (input) => {
    const { pathname } = new URL((input as Request).url);
    if (pathname.endsWith("/login-methods")) return Response.json({ hasPassword: true, links: [] });
    if (pathname.endsWith("/second-factor")) return asked;
    return Response.json({}, { status: 400 });
  });
  const page = () => (
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <AccountPage />
      </MemoryRouter>
    </QueryClientProvider>
  );
  const client = makeQueryClient();
  const { rerender } = render(page());
  await waitFor(() => expect(client.isFetching()).toBe(1));
  expect(screen.queryByRole("heading", { name: "Password" })).toBeNull();

  answer(Response.json({ on: false, required: true, recoveryCodesLeft: 0 }));
  await screen.findByRole("heading", { name: "Password" });
  const titles = () => screen.getAllByRole("heading", { level: 2 }).map((it) => it.textContent);
  expect(titles().slice(0, 2)).toEqual(["Password", "Two-step login"]);
  withheld.mockReturnValue("no second factor");
  rerender(page());
  expect(titles().slice(0, 2)).toEqual(["Password", "Two-step login"]);
});
