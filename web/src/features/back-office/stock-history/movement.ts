import { formatCount } from "../../../money.ts";

/** `order_deleted` is `Order deleted`. The CSV file has the same words. */
export const causeText = (cause: string) =>
  cause.charAt(0).toUpperCase() + cause.slice(1).replaceAll("_", " ");

/** Formats a change with a sign that is as wide as a digit. */
export const changeText = (change: number) =>
  `${change < 0 ? "−" : "+"}${formatCount(Math.abs(change))}`;
