import { expect, test } from "vitest";
import type { Tool } from "../../../api/client.ts";
import { differences, rebased } from "./tool-conflict.ts";
import { draftOf } from "./tool-draft.ts";

const opened: Tool = {
  _id: "t1",
  name: "Dibber",
  slug: "dibber",
  price: 16,
  description: "Turned from ash.",
  img: "https://shop.example/images/dibber/350.webp",
  availableQuantity: 400,
  minimumQuantity: 20,
  createdAt: "2026-11-20T10:00:00Z",
  revision: 1,
};

test("the changes of another admin are shown, and fields that both changed are marked", () => {
  const now = { ...opened, price: 18.5, minimumQuantity: 1200, availableQuantity: 380 };
  const draft = { ...draftOf(opened), price: "17", name: "Ash Dibber" };
  expect(differences(opened, now, draft)).toEqual([
    { field: "price", label: "Price", before: "$16.00", now: "$18.50", isEditedHere: true },
    {
      field: "availableQuantity",
      label: "Available quantity",
      before: "400",
      now: "380",
      isEditedHere: false,
    },
    {
      field: "minimumQuantity",
      label: "Minimum quantity",
      before: "20",
      now: "1,200",
      isEditedHere: false,
    },
  ]);
});

test("what was typed goes on top of the new state, and the rest follows it", () => {
  const now = { ...opened, price: 18.5, description: "Turned from beech.", minimumQuantity: 25 };
  const draft = { ...draftOf(opened), price: "17", name: "Ash Dibber" };
  expect(rebased(draft, opened, now)).toEqual({
    ...draftOf(opened),
    name: "Ash Dibber",
    photo: opened.img,
    description: "Turned from beech.",
    price: "17",
    availableQuantity: "400",
    minimumQuantity: "25",
  });
});

test("twenty more in stock are twenty more, though thirty were sold meanwhile", () => {
  const now = { ...opened, availableQuantity: 370 };
  const more = { ...draftOf(opened), availableQuantity: "420" };
  expect(rebased(more, opened, now).availableQuantity).toBe("390");
  const fewer = { ...draftOf(opened), availableQuantity: "10" };
  expect(rebased(fewer, opened, now).availableQuantity).toBe("0");
  const unread = { ...draftOf(opened), availableQuantity: "some" };
  expect(rebased(unread, opened, now).availableQuantity).toBe("some");
  expect(rebased(draftOf(opened), opened, now).availableQuantity).toBe("370");
});
