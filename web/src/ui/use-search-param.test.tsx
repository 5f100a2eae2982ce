import { act, renderHook } from "@testing-library/react";
import { BrowserRouter } from "react-router";
import { beforeEach, expect, test } from "vitest";
import { useSearchParam } from "./use-search-param.ts";

beforeEach(() => window.history.replaceState(null, "", "/"));

test("two changes of one moment are both kept", () => {
  const { result } = renderHook(() => [useSearchParam("q"), useSearchParam("state")] as const, {
    wrapper: BrowserRouter,
  });
  const [[, setPart], [, setState]] = result.current;
  act(() => {
    setPart("fern", { replace: true });
    setState("pending");
  });
  expect(window.location.search).toBe("?q=fern&state=pending");
  expect(result.current.map(([value]) => value)).toEqual(["fern", "pending"]);
  act(() => setState(""));
  expect(window.location.search).toBe("?q=fern");
});
