import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { makeQueryClient } from "../../../api/query-client.ts";
import { NewsletterSubscribers } from "./NewsletterSubscribers.tsx";

function open(isOn: boolean, isOffered: boolean) {
  vi.spyOn(globalThis, "fetch").mockImplementation(async () =>
    Response.json({ count: 42, isOffered }),
  );
  render(
    <QueryClientProvider client={makeQueryClient()}>
      <NewsletterSubscribers isOn={isOn} />
    </QueryClientProvider>,
  );
}

test("the owner sees how many addresses are confirmed, and downloads them", async () => {
  open(true, true);
  expect(await screen.findByText("42 addresses confirmed.")).toBeVisible();
  expect(screen.queryByText(/cannot subscribe yet/)).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "Download subscribers" }));
  const file = screen.getByRole("link", { name: "Download" });
  expect(file).toHaveAttribute("href", "/api/csv/newsletter?format=xlsx");
});

test("a newsletter that cannot be offered says why, once it is on", async () => {
  open(true, false);
  expect(await screen.findByText(/cannot subscribe yet/)).toBeVisible();
});

test("one that is off says nothing of that", async () => {
  open(false, false);
  expect(await screen.findByText("42 addresses confirmed.")).toBeVisible();
  expect(screen.queryByText(/cannot subscribe yet/)).toBeNull();
});
