import { screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import {
  address,
  calls,
  elements,
  ok,
  open,
  pay,
  payButton,
  quoted,
  refusal,
  shop,
} from "./checkout-test-shop.tsx";

test("the place and the delivery of the basket are where the checkout begins", async () => {
  const chosen = { province: "AB", postalCode: "T2X 1Y4", method: "shop" };
  localStorage.setItem("account: basket place", JSON.stringify(chosen));
  open();
  await payButton();
  expect(screen.getByLabelText("Postal code")).toHaveValue("T2X 1Y4");
  expect(screen.getByLabelText("Province or territory")).toHaveValue("AB");
  expect(screen.getByLabelText("Name")).toHaveValue("Ada Moss");
  // The saved address is in another place.
  expect(screen.getByLabelText("Street and number")).toHaveValue("");
  const place = { province: "AB", postalCode: "T2X 1Y4" };
  expect(calls("POST /quote").map(({ body }) => body)).toEqual([
    { address: place, method: "shop" },
  ]);
});

test("a saved address of the chosen place is there as a whole", async () => {
  localStorage.setItem("account: basket place", JSON.stringify({ province: "QC" }));
  const user = open();
  await payButton();
  expect(screen.getByLabelText("Street and number")).toHaveValue("12 Garden Lane");
  await pay(user);
  await screen.findByText("Paid with pi_1");
  expect(localStorage.getItem("account: basket place")).toBeNull();
});

test("a street that looks like a building asks for its unit and lets the customer go on", async () => {
  const user = open();
  await payButton();
  const street = screen.getByLabelText("Street and number");
  const warning = /The number of the apartment or suite seems to be missing/;
  await user.type(street, " Apt");
  expect(screen.queryByText(warning)).not.toBeInTheDocument();
  await user.clear(screen.getByLabelText("Unit (optional)"));
  expect(screen.getByText(warning)).toBeVisible();
  await pay(user);
  expect(await screen.findByText("Paid with pi_1")).toBeVisible();
});

test("a postal code of another province offers both corrections", async () => {
  const detail = "H2X 1Y4 lies in Québec. Please change the province, or check the postal code.";
  const mismatch = { field: "address.province", code: "province_mismatch", detail };
  shop.answers["POST /quote"] = [
    refusal(422, { code: "invalid_field", errors: [mismatch], province: "QC" }),
    ok(quoted),
  ];
  shop.answers["GET /checkout"] = [
    ok({ address: { ...address, province: "ON", postalCode: "h2x1y4" } }),
  ];
  const user = open();
  expect(await screen.findByText(detail)).toBeVisible();
  expect(screen.getByRole("button", { name: "Type the postal code again" })).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Change to Québec" }));
  await payButton();
  expect(screen.getByLabelText("Province or territory")).toHaveValue("QC");
  expect(screen.getByLabelText("Postal code")).toHaveValue("H2X 1Y4");
  expect(screen.queryByText(detail)).not.toBeInTheDocument();
});

test("the server's errors stand at their fields, and what is missing is asked for first", async () => {
  const fault = { field: "address.phone", code: "not_a_phone_number", detail: "No such number." };
  shop.answers["POST /checkout"] = [refusal(422, { code: "invalid_field", errors: [fault] })];
  const user = open();
  await payButton();
  const street = screen.getByLabelText("Street and number");
  await user.clear(street);
  await pay(user);
  expect(await screen.findByText("Please enter the street and number.")).toBeVisible();
  expect(street).toHaveFocus();
  expect(elements.submit).not.toHaveBeenCalled();
  await user.type(street, "1 Elm St");
  await pay(user);
  expect(await screen.findByText("No such number.")).toBeVisible();
  expect(screen.getByLabelText("Phone (optional)")).toHaveAccessibleDescription("No such number.");
});

test("the province that the postal code tells takes its error away", async () => {
  shop.answers["GET /checkout"] = [ok({})];
  const user = open();
  const error = "Please choose a province or territory.";
  const button = await screen.findByRole("button", { name: "Pay" });
  await waitFor(() => expect(button).toBeEnabled());
  await user.click(button);
  expect(await screen.findByText(error)).toBeVisible();
  await user.type(screen.getByLabelText("Postal code"), "H2X 1Y4");
  await payButton();
  expect(screen.getByLabelText("Province or territory")).toHaveValue("QC");
  expect(screen.queryByText(error)).not.toBeInTheDocument();
});
