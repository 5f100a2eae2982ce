import { afterEach, expect, test, vi } from "vitest";
import { currentShop, setShop } from "../../../api/shop.ts";
import { showDrafts } from "./draft-preview.ts";

afterEach(() => {
  setShop();
  document.body.inert = false;
});

test("the preview shows drafts of its own origin alone", () => {
  const editor = { postMessage: vi.fn() } as unknown as Window;
  vi.spyOn(window, "parent", "get").mockReturnValue(editor);
  setShop({ name: "Moss" });
  showDrafts();
  expect(editor.postMessage).toHaveBeenCalledWith("ready", window.location.origin);
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
  expect(document.body.inert, "a press leads nowhere").toBe(true);
});

test("a page without an editor around it stays usable", () => {
  showDrafts();
  expect(document.body.inert).not.toBe(true);
});
