import type { StockMovement } from "../../../api/client.ts";
import { formatCount } from "../../../money.ts";

/** `order_deleted` is `Order deleted`. The CSV file has the same words. */
export const causeText = (cause: string) =>
  cause.charAt(0).toUpperCase() + cause.slice(1).replaceAll("_", " ");

/** With a sign that is as wide as a digit. */
export const changeText = (change: number) =>
  `${change < 0 ? "−" : "+"}${formatCount(Math.abs(change))}`;

/** The person, or who else it can have been. */
export function actorText({ actor, cause }: Pick<StockMovement, "actor" | "cause">) {
  if (actor) {
    const name = actor.name ?? "A deleted account";
    return actor.apiKey ? `${name} (API key ${actor.apiKey})` : name;
  }
  return cause === "ordered" || cause === "order_deleted" ? "Customer" : "The shop";
}
