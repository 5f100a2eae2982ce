import type { QueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { addPieces, setPieces } from "../api/basket.ts";
import type { SessionState } from "../api/session/SessionProvider.tsx";
import { pluralize } from "../money.ts";
import { checkoutPath } from "../page-paths.ts";
import { paths } from "../pages.ts";
import { AppLink } from "./AppLink.tsx";

const LINK = "inline-block min-h-6 font-medium underline underline-offset-4";

const uidOf = (state: SessionState) => (state.status === "signed-in" ? state.session.uid : "");

/**
 * Puts pieces of a tool into the basket. Resolves to where they are bought: at the checkout, or in the basket if that
 * has anything else to look at, so that no one pays for what was not seen.
 */
export async function buyNow(
  queryClient: QueryClient,
  state: SessionState,
  tool: string,
  quantity: number,
): Promise<string> {
  const { lines, notices } = await setPieces(queryClient, uidOf(state), tool, quantity);
  const isReady =
    notices.length === 0 && lines.every((line) => line.toolId === tool && !line.problem);
  return isReady ? checkoutPath : paths.basket;
}

/** Adds pieces of a tool. Resolves to what the customer reads. */
export async function addToBasket(
  queryClient: QueryClient,
  state: SessionState,
  tool: string,
  quantity: number,
): Promise<ReactNode> {
  const line = await addPieces(queryClient, uidOf(state), tool, quantity);
  return (
    line && (
      <>
        {pluralize(line.quantity, "piece")} in{" "}
        <AppLink to={paths.basket} className={LINK}>
          your basket
        </AppLink>
        .{" "}
        {line.problem ? (
          line.problem.detail
        ) : (
          <AppLink to={checkoutPath} className={LINK}>
            Checkout
          </AppLink>
        )}
      </>
    )
  );
}
