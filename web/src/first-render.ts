/**
 * Whether the HTML of the page comes from the server and the app has not taken it over. Until then components render
 * what the server has rendered, which knows no browser. The server itself is in this state always.
 */
export const isFirstRender = () =>
  typeof document === "undefined" || renderedRoot()?.hasAttribute(MARK) === true;

let pressed: HTMLButtonElement | null = null;

/**
 * The page renders from now on for this browser. A button that was pressed too early is pressed now. A form whose
 * controls were changed too early is sent, because the app has not seen the changes.
 */
export function endFirstRender() {
  const root = renderedRoot();
  if (root?.hasAttribute(MARK))
    for (const form of root.querySelectorAll("form"))
      if ([...form.elements].some(isChanged)) form.submit();
  root?.removeAttribute(MARK);
  pressed?.click();
  pressed = null;
}

function isChanged(control: Element): boolean {
  if (control instanceof HTMLSelectElement) {
    const first = [...control.options].find((option) => option.defaultSelected);
    return first !== undefined && !first.selected;
  }
  return (
    control instanceof HTMLInputElement &&
    (control.value !== control.defaultValue || control.checked !== control.defaultChecked)
  );
}

/** Until the app takes over, buttons do nothing. */
export const rememberPress = ({ target }: MouseEvent) => {
  if (target instanceof Element && isFirstRender()) pressed = target.closest("button");
};

/** server/src/pages/complete_page.rs sets it. */
const MARK = "data-rendered";

const renderedRoot = () => document.getElementById("root");
