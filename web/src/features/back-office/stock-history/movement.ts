import { formatCount } from "../../../money.ts";
import { texts } from "./texts.en.ts";

const isKnown = (cause: string): cause is keyof typeof texts.causes =>
  Object.hasOwn(texts.causes, cause);

/** `order_deleted` is `Order deleted`. A newer server may know more causes. */
export const causeText = (cause: string) =>
  isKnown(cause)
    ? texts.causes[cause]
    : cause.charAt(0).toUpperCase() + cause.slice(1).replaceAll("_", " ");

/** Formats a change with a sign that is as wide as a digit. */
export const changeText = (change: number) =>
  `${change < 0 ? "−" : "+"}${formatCount(Math.abs(change))}`;
