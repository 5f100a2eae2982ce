import "#fonts/fonts.css";
import "./main.css";

// The first paint shows the HTML of the page. It waits neither for the app's code to load nor for it to run.
// The second frame begins when the first is painted. A page in the background paints nothing.
if (document.hidden) start();
else requestAnimationFrame(() => requestAnimationFrame(start));

function start() {
  for (const link of document.querySelectorAll('link[rel="modulepreload"][media]'))
    link.removeAttribute("media");
  void import("./app/start.tsx");
}
