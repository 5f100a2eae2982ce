import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, test, vi } from "vitest";
import { makeQueryClient } from "../../../api/query-client.ts";
import LegalPage from "./LegalPage.tsx";

const SETTINGS = {
  privacy: "We store little.",
  terms: "Who sells",
  returns: "Thirty days",
  drafts: [],
  privacyOfficer: "Fern Hill",
  privacyContact: "902 555-0142",
};
const TITLE = "Person in charge of personal information";

async function show(path: string, change: Partial<typeof SETTINGS> = {}) {
  const settings = { ...SETTINGS, ...change };
  vi.spyOn(globalThis, "fetch").mockImplementation(async () => Response.json(settings));
  const router = createMemoryRouter([{ path: "*", element: <LegalPage /> }], {
    initialEntries: [path],
  });
  render(
    <QueryClientProvider client={makeQueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  await screen.findByText(path === "/terms" ? settings.terms : settings.privacy);
}

test("the privacy page names the person in charge, and how to reach that person", async () => {
  await show("/privacy");
  expect(screen.getByRole("region", { name: TITLE })).toHaveTextContent("Fern Hill902 555-0142");
});

test("an e-mail address of that person is a link", async () => {
  await show("/privacy", { privacyContact: "fern@example.com" });
  expect(screen.getByRole("link", { name: "fern@example.com" })).toHaveAttribute(
    "href",
    "mailto:fern@example.com",
  );
});

test("the other pages and a shop without such a person show nothing of it", async () => {
  await show("/terms");
  expect(screen.queryByText(TITLE)).toBeNull();
});

test("a shop without such a person shows nothing", async () => {
  await show("/privacy", { privacyOfficer: "", privacyContact: "" });
  expect(screen.queryByText(TITLE)).toBeNull();
});
