import { paths } from "../pages.ts";

const RELOADED_FROM = "reloaded-from";

/** The file of the app that this document runs. Its name changes with every release. */
const entryFile = () =>
  document.querySelector<HTMLScriptElement>('script[type="module"][src]')?.getAttribute("src");

/** The shell of the shop as it is now. Undefined when the shop is not reachable. */
async function fetchShell(): Promise<string | undefined> {
  try {
    const response = await fetch(paths.login, { cache: "no-store" });
    return response.ok ? await response.text() : undefined;
  } catch {
    return undefined;
  }
}

/** Reloads the page, unless the shop is not reachable: the browser would replace the page with its own error. */
export async function reloadIfReachable(): Promise<void> {
  if ((await fetchShell()) !== undefined) window.location.reload();
}

/** Reloads the page if the shop was released since it was loaded, because the old files may be gone. Once a release. */
export async function reloadIfReleased(): Promise<void> {
  const entry = entryFile();
  if (!entry) return;
  const shell = await fetchShell();
  if (shell === undefined || shell.includes(entry)) return;
  try {
    // A cache could answer the reload with the old version.
    if (sessionStorage.getItem(RELOADED_FROM) === entry) return;
    sessionStorage.setItem(RELOADED_FROM, entry);
  } catch {
    return;
  }
  window.location.reload();
}
