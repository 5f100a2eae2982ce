import { useEffect } from "react";

const SHOP = "Trowel";

/** Names the document, as the server names it on a first load. Without children it is the shop itself. */
export function PageTitle({ children }: { children?: string }) {
  const title = children ? `${children} · ${SHOP}` : `${SHOP} · Gardening and Yard Care Tools`;
  useEffect(() => {
    document.title = title;
  }, [title]);
  return null;
}
