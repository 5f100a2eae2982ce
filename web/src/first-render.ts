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

/**
 * Remembers the button that was pressed before the app took over, because buttons do nothing until
 * then.
 */
export const rememberPress = (event: MouseEvent) => {
  const { target } = event;
  if (!(target instanceof Element && isFirstRender())) return;
  pressed = target.closest("button");
  // The form would do its work twice.
  if (pressed?.form?.method === "post") event.preventDefault();
};

/** server/src/site/complete_page.rs sets it. */
const MARK = "data-rendered";

const renderedRoot = () => document.getElementById("root");
