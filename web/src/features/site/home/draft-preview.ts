import { currentShop, setShop } from "../../../api/shop.ts";

/** The preview of the owner's draft: shows what the editor around its frame sends, and follows no link. */
export function showDrafts() {
  const { origin } = window.location;
  window.addEventListener("message", (event) => {
    if (event.origin === origin && event.source === window.parent)
      setShop({ ...currentShop(), ...event.data });
  });
  window.addEventListener(
    "click",
    (event) => {
      event.preventDefault();
      event.stopPropagation();
    },
    true,
  );
  window.parent.postMessage("ready", origin);
}
