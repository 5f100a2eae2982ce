import { fireEvent, render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { AppLink, PreloadPage } from "./AppLink.tsx";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  Reflect.deleteProperty(navigator, "connection");
});

/** Shows a link, and tells which pages it loads ahead. */
function showLink() {
  const preload = vi.fn();
  render(
    <MemoryRouter>
      <PreloadPage value={preload}>
        <AppLink to="/tool/draw-hoe">Draw Hoe</AppLink>
      </PreloadPage>
    </MemoryRouter>,
  );
  return { preload, link: screen.getByRole("link") };
}

test("a link that is pointed at loads its page ahead, one that is crossed does not", () => {
  const { preload, link } = showLink();
  fireEvent.pointerEnter(link);
  fireEvent.pointerLeave(link);
  vi.runAllTimers();
  expect(preload).not.toHaveBeenCalled();
  fireEvent.pointerEnter(link);
  vi.runAllTimers();
  expect(preload).toHaveBeenCalledExactlyOnceWith("/tool/draw-hoe");
});

test("nothing is loaded ahead for a visitor who saves data", () => {
  Object.defineProperty(navigator, "connection", { configurable: true, value: { saveData: true } });
  const { preload, link } = showLink();
  fireEvent.pointerEnter(link);
  vi.runAllTimers();
  expect(preload).not.toHaveBeenCalled();
});
