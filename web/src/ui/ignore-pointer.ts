import "./dialog.css";

const MOVED_TIME = 600;
const timers = new WeakMap<HTMLElement, ReturnType<typeof setTimeout>>();

/**
 * Ignores pointer presses in a part of the page for a moment, because its content has just moved: the second press of
 * a double click, or a late one, would hit something else. The keyboard still works.
 */
export function ignorePointer(part: HTMLElement | null | undefined) {
  if (!part) return;
  clearTimeout(timers.get(part));
  part.dataset.moved = "";
  timers.set(
    part,
    setTimeout(() => delete part.dataset.moved, MOVED_TIME),
  );
}
