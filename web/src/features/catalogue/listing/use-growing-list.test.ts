import { renderHook, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { useGrowingList } from "./use-growing-list.ts";

const tools = Array.from({ length: 200 }, (_, place) => place);

function renderList(first: number) {
  const lengths: number[] = [];
  const hook = renderHook(
    ({ list, key }) => {
      const shown = useGrowingList(list, key, first);
      if (shown && shown.length !== lengths.at(-1)) lengths.push(shown.length);
    },
    { initialProps: { list: tools, key: "all" } },
  );
  return { ...hook, lengths };
}

test("a long list grows step by step until it is whole", async () => {
  const { lengths } = renderList(6);
  await waitFor(() => expect(lengths).toEqual([6, 54, 102, 150, 198, 200]));
});

test("another list grows again", async () => {
  const { lengths, rerender } = renderList(Infinity);
  expect(lengths).toEqual([200]);
  const others = tools.slice(0, 150);
  rerender({ list: others, key: "in stock" });
  await waitFor(() => expect(lengths).toEqual([200, 48, 96, 144, 150]));
});
