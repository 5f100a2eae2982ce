import { QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import { makeQueryClient } from "../../../../api/query-client.ts";
import { TaxReport } from "./TaxReport.tsx";

const SUMS = { sales: 82.01, charged: 4.1, returned: 5.6, net: -1.5 };
const ROW = { tax: "GST", province: "QC", name: "Québec", ...SUMS };
const TOTAL = { authority: "GST/HST", ...SUMS };

let asked: string[];
let untaxedSales: number;

beforeEach(() => {
  [asked, untaxedSales] = [[], 20];
  vi.spyOn(globalThis, "fetch").mockImplementation(async (input) => {
    const { pathname, searchParams } = new URL((input as Request).url);
    asked.push(`${pathname}?${searchParams}`);
    const to = searchParams.get("to") ?? "2026-09-30";
    const isSold = to === "2026-09-30";
    const sums = { rows: isSold ? [ROW] : [], totals: isSold ? [TOTAL] : [] };
    const from = searchParams.get("from") ?? "2026-07-01";
    return Response.json({ from, to, ...sums, untaxedSales });
  });
  render(
    <QueryClientProvider client={makeQueryClient()}>
      <TaxReport />
    </QueryClientProvider>,
  );
});

test("a quarter is shown by authority and by province, and as a file", async () => {
  const totals = within(await screen.findByRole("list", { name: "Net tax by authority" }));
  expect(totals.getByText("GST/HST, all of Canada")).toBeVisible();
  expect(totals.getByText("-$1.50")).toBeVisible();
  expect(
    totals.getByText("$4.10 charged on sales of $82.01, $5.60 returned with refunds."),
  ).toBeVisible();
  expect(screen.getByText("Sales of $20.00 had no tax.")).toBeVisible();
  const row = screen.getByRole("row", { name: /GST/, hidden: true });
  expect(row).toHaveTextContent(/Québec.*\$82\.01.*\$4\.10.*\$5\.60.*-\$1\.50/);
  await userEvent.click(screen.getByRole("button", { name: "Download tax report" }));
  const file = screen.getByRole("link", { name: "Download" });
  const address = "/api/csv/taxes?from=2026-07-01&to=2026-09-30&format=";
  expect(file).toHaveAttribute("href", `${address}xlsx`);
  await userEvent.click(screen.getByRole("radio", { name: "CSV, 24,50" }));
  expect(file).toHaveAttribute("href", `${address}csv-semicolon`);
  expect(asked[0]).toMatch(/\/manageTaxes\/report\?$/);
});

test("other days are asked for, and a time without sales says so", async () => {
  await screen.findByRole("list", { name: "Net tax by authority" });
  untaxedSales = 0;
  fireEvent.change(screen.getByLabelText("To"), { target: { value: "2026-07-31" } });
  expect(await screen.findByText("Nothing was sold or refunded in this time.")).toBeVisible();
  expect(asked.at(-1)).toMatch(/\?from=2026-07-01&to=2026-07-31$/);
  expect(screen.queryByRole("button")).toBeNull();
});
