import { createContext, useContext, useEffect } from "react";
import { useShop } from "../api/shop.ts";
import { documentTitle } from "../page.ts";

/** How much waits for the owner: `(3) Manage Orders`. */
export const TitleCount = createContext(0);

/** Names the document. Every route does it from the table of pages; a page does it for what it has loaded. */
export function PageTitle({ children }: { children?: string | undefined }) {
  const count = useContext(TitleCount);
  const name = documentTitle(useShop(), children);
  const title = count > 0 ? `(${count}) ${name}` : name;
  useEffect(() => {
    document.title = title;
  }, [title]);
  return null;
}
