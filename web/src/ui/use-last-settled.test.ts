import { renderHook } from "@testing-library/react";
import { expect, test } from "vitest";
import { useLastSettled } from "./use-last-settled.ts";

test("the former question counts until the new one is answered", () => {
  const { result, rerender } = renderHook(({ part, waits }) => useLastSettled(part, waits), {
    initialProps: { part: "zzz", waits: false },
  });
  rerender({ part: "", waits: true });
  expect(result.current).toBe("zzz");
  rerender({ part: "", waits: false });
  expect(result.current).toBe("");
  rerender({ part: "fern", waits: true });
  expect(result.current).toBe("");
});
