import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router";
import { expect, test, vi } from "vitest";
import { makeQueryClient } from "../../../api/query-client.ts";
import ManageReviewsPage from "./ManageReviewsPage.tsx";

async function open(state: "published" | "hidden") {
  const review = {
    ...{ _id: "r1", name: "Ann", rating: 5, review: "Sharp", state },
    createdAt: "2026-11-02T00:00:00Z",
  };
  vi.spyOn(globalThis, "fetch").mockImplementation(async (input) =>
    (input as Request).method === "PUT"
      ? new Promise<Response>(() => {})
      : Response.json([review], { headers: { "X-Total-Count": "1" } }),
  );
  render(
    <QueryClientProvider client={makeQueryClient()}>
      <MemoryRouter initialEntries={[`/dashboard/manageReviews?state=${state}`]}>
        <ManageReviewsPage />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  return within(await screen.findByRole("table", { name: "Reviews" }));
}

test.each([
  ["published", "Hide"],
  ["hidden", "Publish"],
] as const)(
  "the first action of a %s review is %s, which is busy meanwhile",
  async (state, verb) => {
    const table = await open(state);
    const buttons = table.getAllByRole("button", { name: /review by Ann$/ });
    expect(buttons.map((button) => button.textContent).filter(Boolean)).toEqual([
      ...[verb, "Answer", "Delete"],
    ]);
    const moderation = table.getByRole("button", { name: `${verb} the review by Ann` });
    await userEvent.click(moderation);
    expect(moderation).toHaveAttribute("aria-disabled", "true");
  },
);
