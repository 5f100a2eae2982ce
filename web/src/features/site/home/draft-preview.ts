import { currentShop, setShop } from "../../../api/shop.ts";

/** The preview of the owner's draft: shows what the editor around its frame sends. */
export function showDrafts() {
  // Without an editor around it this is the home page.
  if (window.parent === window) return;
  const { origin } = window.location;
  window.addEventListener("message", (event) => {
    if (event.origin === origin && event.source === window.parent)
      setShop({ ...currentShop(), ...event.data });
  });
  // It can be scrolled, and a press leads nowhere.
  document.body.inert = true;
  window.parent.postMessage("ready", origin);
}
