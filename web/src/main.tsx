import "#fonts/fonts.css";
import "./main.css";
import { rememberPress } from "./first-render.ts";

const LONGEST_WAIT = 500;
/** Browsers may not report the first paint. */
const LONGEST_PAINT = 3_000;

addEventListener("click", rememberPress, true);

// The first paint and the main picture are HTML. They wait neither for the app's code to load nor for it to run.
// A page in the background paints nothing.
if (document.hidden) start();
else {
  setTimeout(start, LONGEST_PAINT);
  new PerformanceObserver((_, observer) => {
    observer.disconnect();
    const picture = document.querySelector<HTMLImageElement>('img[fetchpriority="high"]');
    if (!picture || picture.complete) return start();
    for (const event of ["load", "error"]) picture.addEventListener(event, start);
    setTimeout(start, LONGEST_WAIT);
  }).observe({ type: "paint", buffered: true });
}

/** A second call does nothing. */
function start() {
  for (const link of document.querySelectorAll('link[rel="modulepreload"][media]'))
    link.removeAttribute("media");
  // server/src/site/main_picture.rs puts the small size of the main picture into the HTML.
  for (const source of document.querySelectorAll<HTMLSourceElement>("source[data-large]")) {
    source.srcset += `, ${source.dataset.large}`;
    source.removeAttribute("data-large");
  }
  // slow-start.js handles a failure.
  void import("./app/start.tsx");
}
