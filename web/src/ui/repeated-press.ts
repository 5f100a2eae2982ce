import type { MouseEvent } from "react";

const REPEAT_TIME = 600;
const pressedAt = new WeakMap<HTMLButtonElement, number>();

/**
 * Whether a press of the pointer on a submit button repeats the one before, as the second press of a double click does.
 * It does not if something was typed since, or if the form shows an error. The keyboard always works.
 */
export function isRepeatedPress(event: MouseEvent<HTMLButtonElement>): boolean {
  const { currentTarget: button, detail, timeStamp } = event;
  const { form } = button;
  if (button.type !== "submit" || !form || detail === 0) return false;
  const last = pressedAt.get(button);
  pressedAt.set(button, timeStamp);
  form.addEventListener("input", () => pressedAt.delete(button), { once: true });
  if (last === undefined || timeStamp - last > REPEAT_TIME) return false;
  return [...form.querySelectorAll("[role=alert]")].every(({ textContent }) => !textContent);
}
