import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test } from "vitest";
import { setShop } from "../api/shop.ts";
import { DownloadFiles } from "./DownloadFiles.tsx";

afterEach(() => setShop());

const formats = () =>
  screen.getAllByRole("radio").map((radio) => (radio as HTMLInputElement).labels?.[0]?.textContent);

test("Excel is the first choice, and then CSV of the shop's country", () => {
  const { unmount } = render(<DownloadFiles />);
  expect(formats()).toEqual(["Excel", "CSV, 24.50", "CSV, 24,50"]);
  expect(screen.getByRole("radio", { name: "Excel" })).toBeChecked();
  unmount();
  setShop({ locale: "fr-CA" });
  render(<DownloadFiles />);
  expect(formats()).toEqual(["Excel", "CSV, 24,50", "CSV, 24.50"]);
});

test("a file has the format and the days that are chosen", async () => {
  const user = userEvent.setup();
  render(<DownloadFiles />);
  const link = screen.getByRole("link", { name: "Download orders" });
  expect(link).toHaveAttribute("href", "/api/csv/orders?format=xlsx");
  await user.click(screen.getByRole("radio", { name: "CSV, 24,50" }));
  await user.type(screen.getByLabelText("First day"), "2026-07-01");
  expect(link).toHaveAttribute("href", "/api/csv/orders?from=2026-07-01&format=csv-semicolon");
});
