import { useEffect, useState } from "react";
import { texts } from "./texts.en.ts";

/**
 * The milliseconds after which loading takes longer than usual. slow-start.js has the same number.
 */
export const SLOW_AFTER = 10_000;

/** Shows that something loads. When it takes long, it says so and offers to load the page again. */
export function Spinner({ label = texts.loading }) {
  const [takesLong, setTakesLong] = useState(false);
  // React ignores what comes after the spinner has gone.
  useEffect(() => void setTimeout(setTakesLong, SLOW_AFTER, true), []);
  return (
    <div
      role="status"
      className="appear-late relative flex min-h-[60vh] items-center justify-center gap-3 text-quiet"
    >
      <span className="loading" aria-hidden="true" />
      <span>{texts.wait(label)}</span>
      {takesLong && (
        // The sentence moves nothing when it appears.
        <p className="absolute bottom-0">
          {texts.takesLong}{" "}
          <button type="button" className="link-like" onClick={() => location.reload()}>
            {texts.tryAgain}
          </button>
        </p>
      )}
    </div>
  );
}
