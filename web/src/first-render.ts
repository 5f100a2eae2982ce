/**
 * Whether the HTML of the page comes from the server and the app has not taken it over. Until then components render
 * what the server has rendered, which knows no browser. The server itself is in this state always.
 */
export const isFirstRender = () =>
  typeof document === "undefined" || renderedRoot()?.hasAttribute(MARK) === true;

let pressed: HTMLButtonElement | null = null;

/** The page renders from now on for this browser. A button that was pressed too early is pressed now. */
export function endFirstRender() {
  renderedRoot()?.removeAttribute(MARK);
  pressed?.click();
  pressed = null;
}

/** Until the app takes over, buttons do nothing. */
export const rememberPress = ({ target }: MouseEvent) => {
  if (target instanceof Element && isFirstRender()) pressed = target.closest("button");
};

/** server/src/site/complete_page.rs sets it. */
const MARK = "data-rendered";

const renderedRoot = () => document.getElementById("root");
