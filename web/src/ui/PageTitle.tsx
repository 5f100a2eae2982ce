import { useEffect } from "react";

/** Names the document. The first load has its name from the server already; this serves the pages after it. */
export function PageTitle({ children }: { children: string }) {
  useEffect(() => {
    document.title = `${children} · Trowel`;
  }, [children]);
  return null;
}
