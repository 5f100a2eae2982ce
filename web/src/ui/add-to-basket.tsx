import type { QueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { addPieces } from "../api/basket.ts";
import type { SessionState } from "../api/session/SessionProvider.tsx";
import { pluralize } from "../money.ts";
import { checkoutPath } from "../page-paths.ts";
import { paths } from "../pages.ts";
import { AppLink } from "./AppLink.tsx";

const LINK = "inline-block min-h-6 font-medium underline underline-offset-4";

/** Adds pieces of a tool. Resolves to what the customer reads. */
export async function addToBasket(
  queryClient: QueryClient,
  state: SessionState,
  tool: string,
  quantity: number,
): Promise<ReactNode> {
  const uid = state.status === "signed-in" ? state.session.uid : "";
  const line = await addPieces(queryClient, uid, tool, quantity);
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
