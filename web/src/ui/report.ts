import { flushSync } from "react-dom";
import { errorMessage } from "../api/error-messages.ts";
import { showToast } from "./toast.tsx";

interface ReportOptions {
  kind?: "success" | "info";
  /** Whether the pressed button stays. Otherwise the focus moves to the page. */
  buttonStays?: boolean;
}

/** Shows the outcome of a call as a toast. */
export async function report(
  call: Promise<unknown>,
  text: string,
  { kind = "success", buttonStays = false }: ReportOptions = {},
) {
  try {
    await call;
    if (!buttonStays) focusPage();
    showToast(kind, text);
  } catch (error) {
    showToast("error", errorMessage(error));
  }
}

/** Closes a dialog whose button disappears by what was done. The focus goes to the page, unless another dialog is open. */
export function closeToPage(close: () => void) {
  flushSync(close);
  if (!document.querySelector("dialog[open]")) focusPage();
}

export const focusPage = () => document.getElementById("main")?.focus({ preventScroll: true });
