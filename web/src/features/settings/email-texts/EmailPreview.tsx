import "./email-preview.css";
import { useEffect, useRef, useState } from "react";
import { texts } from "./editor.texts.en.tsx";
import type { WrittenTexts } from "./queries.ts";

/** The preview waits this many milliseconds after typing. */
const PAUSE = 300;

/**
 * The e-mail with these texts, made by the server. A frame shows it, because an e-mail has styles that the page’s
 * policy forbids, and markup from text is forbidden as well.
 */
export function EmailPreview({ kind, subject, opening }: WrittenTexts & { kind: string }) {
  const frame = useRef<HTMLIFrameElement>(null);
  const query = new URLSearchParams({ kind, subject, opening });
  const url = `/api/manageShop/emails/preview?${query}`;
  const [first] = useState(url);
  const shown = useRef(first);

  useEffect(() => {
    if (url === shown.current) return;
    const timer = setTimeout(() => {
      shown.current = url;
      // Another `src` would be one more step of the Back button.
      frame.current?.contentWindow?.location.replace(url);
    }, PAUSE);
    return () => clearTimeout(timer);
  }, [url]);

  return (
    <iframe ref={frame} title={texts.preview} src={first} sandbox="" className="email-preview" />
  );
}
