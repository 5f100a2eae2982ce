import { render } from "@testing-library/react";
import { expect, test } from "vitest";
import { LongId } from "./LongId.tsx";

test.each([
  ["pi_3Mtw", "pi_3Mtw"],
  ["pi_3MtwBwLkdIwHu7ix28a3", "pi_3MtwBwL|kdIwHu7ix28a3"],
  ["pi_3MtwBwLkdIwHu7ix28a3tqPa", "pi_3MtwBwL|kdIwHu7ix2|8a3tqPa"],
])("%s wraps as %s", (id, lines) => {
  const { container } = render(<LongId id={id} />);
  expect(container.innerHTML.replaceAll("<wbr>", "|")).toBe(lines);
});
