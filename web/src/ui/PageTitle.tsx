import { useEffect } from "react";
import { useShop } from "../api/shop.ts";
import { documentTitle } from "../pages.ts";

/** Names the document. Every route does it from the table of pages; a page does it for what it has loaded. */
export function PageTitle({ children }: { children?: string | undefined }) {
  const title = documentTitle(useShop(), children);
  useEffect(() => {
    document.title = title;
  }, [title]);
  return null;
}
