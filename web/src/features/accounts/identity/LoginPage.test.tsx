import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { lazy, Suspense } from "react";
import { MemoryRouter, Route, Routes } from "react-router";
import { expect, test, vi } from "vitest";
import { makeQueryClient } from "../../../api/query-client.ts";
import { SessionProvider } from "../../../api/session/SessionProvider.tsx";
import LoginPage from "./LoginPage.tsx";

test("impatient presses on Login sign in once, and do not hit the next page", async () => {
  let signIns = 0;
  vi.spyOn(globalThis, "fetch").mockImplementation(async (input) => {
    const { pathname } = new URL((input as Request).url);
    if (pathname === "/api/identity/sign-in") {
      signIns += 1;
      return Response.json({ uid: "1", email: "ann@example.com", displayName: "Ann" });
    }
    if (pathname.startsWith("/api/user/"))
      return Response.json({ token: "token", expiresAt: new Date(Date.now() + 9e6).toISOString() });
    return Response.json({});
  });
  let load: (page: { default: () => React.ReactNode }) => void = () => {};
  const NextPage = lazy(
    () =>
      new Promise<{ default: () => React.ReactNode }>((resolve) => {
        load = resolve;
      }),
  );
  render(
    <QueryClientProvider client={makeQueryClient()}>
      <MemoryRouter initialEntries={["/login"]}>
        <SessionProvider hasToken={false}>
          <main id="main" tabIndex={-1}>
            <Suspense>
              <Routes>
                <Route path="/login" element={<LoginPage />} />
                <Route path="/" element={<NextPage />} />
              </Routes>
            </Suspense>
          </main>
        </SessionProvider>
      </MemoryRouter>
    </QueryClientProvider>,
  );
  const user = userEvent.setup();
  await user.type(screen.getByLabelText("E-mail"), "ann@example.com");
  await user.type(screen.getByLabelText("Password"), "secret123");
  const button = screen.getByRole("button", { name: "Login" });
  await user.click(button);
  await waitFor(() => expect(localStorage.getItem("accessToken")).toBe("token"));
  await user.click(button);
  await user.type(screen.getByLabelText("Password"), "{Enter}");
  expect(signIns).toBe(1);

  // The attribute stands for a moment only, which a busy machine may miss.
  const main = screen.getByRole("main");
  const moved: boolean[] = [];
  const observer = new MutationObserver(() => moved.push(main.hasAttribute("data-moved")));
  observer.observe(main, { attributeFilter: ["data-moved"] });
  load({ default: () => <p>Next page</p> });
  expect(await screen.findByText("Next page")).toBeVisible();
  await waitFor(() => expect(moved[0]).toBe(true));
  observer.disconnect();
});
