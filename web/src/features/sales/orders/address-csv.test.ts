import { expect, test } from "vitest";
import type { Order } from "../../../api/client.ts";
import { setShop } from "../../../api/shop.ts";
import { addressCsv } from "./address-csv.ts";

const order = {
  number: 1042,
  toolName: "Dibber",
  orderQuantity: 12,
  customerName: "Ann Moss",
  customerEmail: "ann@example.com",
  // Swapped, see swap.ts.
  phone: "12 Fern Lane, Halifax",
  address: "902 555 0101",
} as Order;

test("addresses are rows for labels, and no cell is a formula", () => {
  const evil = {
    ...order,
    customerName: '=HYPERLINK("x")',
    phone: "1 Moss Rd;\n+1",
    address: "+1",
  };
  expect(addressCsv([order, evil]).split("\r\n")).toEqual([
    "\uFEFFOrder,Name,Address,Phone,E-mail,Tool,Quantity",
    '#1042,Ann Moss,"12 Fern Lane, Halifax",902 555 0101,ann@example.com,Dibber,12',
    `#1042,"'=HYPERLINK(""x"")","1 Moss Rd;\n'+1",'+1,ann@example.com,Dibber,12`,
    "",
  ]);
});

test("spreadsheets of French Canada get semicolons", () => {
  setShop({ locale: "fr-CA" });
  expect(addressCsv([order]).split("\r\n")).toEqual([
    "\uFEFFOrder;Name;Address;Phone;E-mail;Tool;Quantity",
    '#1042;Ann Moss;"12 Fern Lane, Halifax";902 555 0101;ann@example.com;Dibber;12',
    "",
  ]);
  setShop();
});
