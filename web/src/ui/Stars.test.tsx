import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { Stars } from "./Stars.tsx";

test.each([
  [-3, 0],
  [0, 0],
  [1, 1],
  [2, 2],
  [3, 3],
  [4, 4],
  [4.6, 5],
  [5, 5],
  [900, 5],
])("a rating of %d shows %d of 5 stars", (rating, shown) => {
  const { container } = render(<Stars rating={rating} />);
  expect(screen.getByRole("img", { name: `${shown} of 5 stars` })).toBeVisible();
  expect(container.querySelectorAll(".fill-accent")).toHaveLength(shown);
  expect(container.querySelector("button, input, [tabindex]")).toBeNull();
});
