import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, within } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, test, vi } from "vitest";
import { makeQueryClient } from "../../../../api/query-client.ts";
import { SECTIONS } from "../settings-sections.ts";
import { placeToMend, type QuebecDuty, type QuebecReadiness } from "./duties.ts";
import QuebecPage from "./QuebecPage.tsx";
import { duties as dutyTexts } from "./texts.en.ts";

const duty = (code: QuebecDuty["code"], missing: string[] = []): QuebecDuty => ({
  code,
  state: missing.length > 0 ? "todo" : "done",
  missing,
});

const DUTIES = [
  duty("sellerName"),
  duty("privacyOfficer", ["privacyContact"]),
  duty("deliveryDays", ["Parcel"]),
  duty("receipts"),
];

async function show(readiness: Partial<QuebecReadiness> = {}) {
  const answer: QuebecReadiness = { isOpen: false, sales: "ready", duties: DUTIES, ...readiness };
  vi.spyOn(globalThis, "fetch").mockImplementation(async () => Response.json(answer));
  const router = createMemoryRouter([{ path: "*", element: <QuebecPage /> }]);
  render(
    <QueryClientProvider client={makeQueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  const list = await screen.findByRole("list", { name: "Duties" });
  return within(list).getAllByRole("listitem");
}

test("each duty has its state, what is missing and a link to its setting", async () => {
  const [seller, officer, delivery, receipts] = await show();
  expect(seller).toHaveTextContent("Name of the seller");
  expect(seller).toHaveTextContent("Done");
  expect(officer).toHaveTextContent("To do");
  expect(officer).toHaveTextContent("Missing: Contact for privacy.");
  expect(
    screen.getByRole("link", { name: "Go to the setting: Person in charge of privacy" }),
  ).toHaveAttribute("href", "/dashboard/shop?section=legal&field=privacyContact");
  expect(delivery).toHaveTextContent("Missing: Parcel.");
  expect(receipts && within(receipts).queryByRole("link")).toBeNull();
  expect(screen.getByText(/not legal advice/)).toBeInTheDocument();
});

test.each([
  [{}, "Customers in Québec cannot buy yet: 2 duties are still to do."],
  [{ duties: [duty("email", ["email"])] }, /1 duty is still to do/],
  [{ isOpen: true, duties: [duty("email")] }, "Every duty is done. Customers in Québec can buy."],
  [{ isOpen: true }, /^Your shop sells to Québec as before/],
  [{ isOpen: true, sales: "open" as const }, /on your own responsibility/],
])("the page says whether customers in Québec can buy: %j", async (readiness, sentence) => {
  await show(readiness);
  expect(screen.getByRole("status")).toHaveTextContent(sentence);
});

test("every duty but the one of the shop itself leads to a field of the settings", () => {
  const codes = Object.keys(dutyTexts) as QuebecDuty["code"][];
  for (const code of codes.filter((it) => it !== "receipts")) {
    const search = new URL(placeToMend(duty(code)) ?? "", "https://shop.example").searchParams;
    const section = SECTIONS[search.get("section") as keyof typeof SECTIONS];
    expect(Object.keys(section.fields), code).toContain(search.get("field"));
  }
});
