import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, within } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { expect, test } from "vitest";
import { makeQueryClient } from "../../../api/query-client.ts";
import { SessionProvider } from "../../../api/session/SessionProvider.tsx";
import { SiteFooter } from "./SiteFooter.tsx";
import { SiteHeader } from "./SiteHeader.tsx";

const linksAt = (path: string) => {
  render(
    <QueryClientProvider client={makeQueryClient()}>
      <MemoryRouter initialEntries={[path]}>
        <SessionProvider hasToken={false}>
          <SiteHeader />
          <SiteFooter />
        </SessionProvider>
      </MemoryRouter>
    </QueryClientProvider>,
  );
  const namesIn = (role: string) =>
    within(screen.getByRole(role))
      .getAllByRole("link")
      .map((link) => link.getAttribute("aria-label") ?? link.textContent);
  return { header: namesIn("banner"), footer: namesIn("contentinfo") };
};

test("the checkout has logo and basket above it, and only the last line below", () => {
  expect(linksAt("/checkout")).toEqual({
    header: ["Trowel, home", "Basket"],
    footer: ["Privacy", "Terms of sale", "Returns"],
  });
  expect(screen.queryByRole("search")).not.toBeInTheDocument();
});

test("other pages have their links", () => {
  const { header, footer } = linksAt("/about");
  expect(header).toContain("All Tools");
  expect(footer).toContain("Delivery");
});
