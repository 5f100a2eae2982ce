/**
 * Whether the HTML of the page comes from the server and the app has not taken it over. Until then components render
 * what the server has rendered, which knows no browser. The server itself is in this state always.
 */
export const isFirstRender = () =>
  typeof document === "undefined" || renderedRoot()?.hasAttribute(MARK) === true;

/** The page renders from now on for this browser. */
export const endFirstRender = () => renderedRoot()?.removeAttribute(MARK);

/** server/src/pages/spa.rs sets it. */
const MARK = "data-rendered";

const renderedRoot = () => document.getElementById("root");
