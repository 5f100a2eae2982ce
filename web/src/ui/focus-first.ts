/**
 * A ref for a form in a dialog. Sets the attribute itself, because React's `autoFocus` focuses before the dialog is
 * open.
 */
export const focusFirst = (form: HTMLFormElement | null) =>
  form?.querySelector("input, select")?.setAttribute("autofocus", "");
