import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { Stars } from "./Stars.tsx";

test.each([
  [-3, 0],
  [0, 0],
  [2, 2],
  [4.6, 5],
  [900, 5],
])("a rating of %d shows %d of 5 stars", (rating, shown) => {
  render(<Stars rating={rating} />);
  expect(screen.getByRole("img", { name: `${shown} of 5 stars` })).toBeVisible();
});
