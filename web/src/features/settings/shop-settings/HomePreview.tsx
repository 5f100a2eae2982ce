import { useEffect, useRef, useState } from "react";
import { Choice } from "../../../ui/Choice.tsx";
import { home as texts } from "./texts.en.tsx";

/** The server lets the shop's own pages frame this address alone. */
const PREVIEW = "/?preview";

/** The home page with the draft, as a phone or a desktop shows it. */
export function HomePreview({ draft }: { draft: object }) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [width, setWidth] = useState("phone");
  const text = JSON.stringify(draft);
  useEffect(() => {
    const send = () =>
      frame.current?.contentWindow?.postMessage(JSON.parse(text), window.location.origin);
    // The page in the frame says when it has started.
    const answer = ({ source }: MessageEvent) => source === frame.current?.contentWindow && send();
    send();
    window.addEventListener("message", answer);
    return () => window.removeEventListener("message", answer);
  }, [text]);
  return (
    <section aria-label={texts.preview}>
      <Choice
        legend={texts.width}
        hideLegend
        options={[
          ["phone", texts.phone],
          ["desktop", texts.desktop],
        ]}
        value={width}
        onChange={setWidth}
      />
      <div className={`home-preview home-preview-${width}`}>
        <iframe
          ref={frame}
          title={texts.frame}
          src={PREVIEW}
          sandbox="allow-same-origin allow-scripts"
        />
      </div>
    </section>
  );
}
