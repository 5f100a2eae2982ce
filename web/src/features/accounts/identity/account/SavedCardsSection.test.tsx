import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { makeQueryClient } from "../../../../api/query-client.ts";
import { SavedCardsSection } from "./SavedCardsSection.tsx";

const visa = { id: "pm_1", brand: "visa", last4: "4242", expMonth: 12, expYear: 2099 };
const old = { id: "pm_2", brand: "mastercard", last4: "4444", expMonth: 1, expYear: 2020 };
const link = { id: "pm_3", brand: "link" };

function open(answers: Record<string, Response[]>) {
  const asked: string[] = [];
  vi.spyOn(globalThis, "fetch").mockImplementation(async (input) => {
    const { method, url } = input as Request;
    const call = `${method} ${new URL(url).pathname}`;
    asked.push(call);
    const all = answers[call] ?? [];
    return (all.length > 1 ? all.shift() : all[0])?.clone() ?? Response.json({});
  });
  render(
    <QueryClientProvider client={makeQueryClient()}>
      <SavedCardsSection />
    </QueryClientProvider>,
  );
  return asked;
}

test("the saved cards are listed and removed", async () => {
  const asked = open({
    "GET /api/saved-cards": [Response.json([visa, old, link]), Response.json([old, link])],
    "DELETE /api/saved-cards/pm_1": [Response.json({ acknowledged: true, deletedCount: 1 })],
  });
  expect(await screen.findByText("Valid until 12/2099")).toBeVisible();
  expect(screen.getByText("Expired 01/2020")).toBeVisible();
  expect(screen.getByRole("button", { name: "Remove Link" })).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Remove Visa ending in 4242" }));
  expect(screen.getByText("You can save the card again the next time you pay.")).toBeVisible();
  expect(asked).not.toContain("DELETE /api/saved-cards/pm_1");
  await userEvent.click(screen.getByRole("button", { name: "Remove" }));
  await waitFor(() => expect(screen.queryByText("Valid until 12/2099")).toBeNull());
  expect(asked).toContain("DELETE /api/saved-cards/pm_1");
});

test("a provider that does not respond is a sentence with a retry", async () => {
  const problem = { code: "card_provider_unavailable", detail: "We can’t reach it right now." };
  open({ "GET /api/saved-cards": [Response.json(problem, { status: 503 })] });
  expect(await screen.findByRole("button", { name: /again/i }, { timeout: 10_000 })).toBeVisible();
});

test("an account without saved cards reads how to save one", async () => {
  open({ "GET /api/saved-cards": [Response.json([])] });
  expect(await screen.findByText(/no saved cards/)).toBeVisible();
});
