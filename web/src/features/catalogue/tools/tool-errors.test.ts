import { expect, test } from "vitest";
import { ApiError } from "../../../api/errors.ts";
import { toolErrors } from "./tool-errors.ts";

const refused = (status: number, problem: object) =>
  toolErrors(ApiError.from(new Response(null, { status }), problem));

test("a taken name stands beside the name", () => {
  expect(refused(409, { code: "name_taken", detail: "Taken." })).toEqual([
    { field: "name", message: "Taken." },
  ]);
});

test("too little stock speaks of the stock, in the server's words for an owner", () => {
  expect(refused(409, { code: "not_enough_stock", detail: "3 are left now." })).toEqual([
    { field: "availableQuantity", message: "3 are left now." },
  ]);
});

test("wrong fields stand beside themselves; the picture's is the photo", () => {
  const errors = [
    { field: "img", code: "image_host_not_allowed", detail: "Not from here." },
    { field: "price", code: "out_of_range", detail: "Too dear." },
  ];
  expect(refused(422, { code: "invalid_field", errors })).toEqual([
    { field: "photo", message: "Not from here." },
    { field: "price", message: "Too dear." },
  ]);
});

test("what belongs to no field is said under the form", () => {
  expect(toolErrors(ApiError.unreachable(undefined))).toEqual([
    {
      field: "root",
      message: "We could not reach the shop. Check your connection and try again.",
    },
  ]);
});

test("French texts have their errors beside themselves", () => {
  const errors = [
    { field: "french", member: "name", code: "too_long", detail: "Long name." },
    { field: "french", member: "description", code: "too_long", detail: "Long text." },
  ];
  expect(refused(422, { code: "invalid_field", errors })).toEqual([
    { field: "frenchName", message: "Long name." },
    { field: "frenchDescription", message: "Long text." },
  ]);
});
