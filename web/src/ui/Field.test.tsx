import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { Field } from "./Field.tsx";

test("only a field that can be wrong has a place for its error", () => {
  render(
    <>
      <Field label="Name" disabled />
      <Field label="Phone" error="Too short" hint="With area code" />
    </>,
  );
  expect(screen.getByLabelText("Name")).not.toHaveAttribute("aria-describedby");
  expect(screen.getAllByRole("alert")).toHaveLength(1);
  expect(screen.getByLabelText("Phone")).toHaveAccessibleDescription("With area code Too short");
});
