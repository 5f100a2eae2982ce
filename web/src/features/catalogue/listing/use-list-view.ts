import { useEffect, useState } from "react";
import { isFirstRender } from "../../../first-render.ts";

const KEY = "tool-view";

/** Whether All Tools shows the compact list. The browser remembers it. */
export function useListView() {
  const [isList, setIsList] = useState(() => !isFirstRender() && readIsList());
  useEffect(() => setIsList(readIsList()), []);
  return {
    isList,
    toggle: () => {
      setIsList(!isList);
      try {
        localStorage.setItem(KEY, isList ? "cards" : "list");
      } catch {
        // If the browser denies storage, the choice lasts as long as the page.
      }
    },
  };
}

export type ListView = ReturnType<typeof useListView>;

function readIsList() {
  try {
    return localStorage.getItem(KEY) === "list";
  } catch {
    return false;
  }
}
