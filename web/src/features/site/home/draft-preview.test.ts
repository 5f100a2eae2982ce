import { afterEach, expect, test } from "vitest";
import { currentShop, setShop } from "../../../api/shop.ts";
import { showDrafts } from "./draft-preview.ts";

afterEach(() => setShop());

test("the preview shows drafts of its own origin alone, and follows no link", () => {
  setShop({ name: "Moss" });
  showDrafts();
  const send = (origin: string, source: Window | null) =>
    window.dispatchEvent(
      new MessageEvent("message", { origin, source, data: { tagline: `from ${origin}` } }),
    );
  send("https://evil.example", window.parent);
  send(window.location.origin, null);
  expect(currentShop().tagline).toBe("Gardening and Yard Care Tools");
  send(window.location.origin, window.parent);
  expect(currentShop()).toMatchObject({
    name: "Moss",
    tagline: `from ${window.location.origin}`,
  });

  const link = document.createElement("a");
  document.body.append(link);
  expect(link.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }))).toBe(
    false,
  );
});
