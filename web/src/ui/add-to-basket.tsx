import type { QueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { addPieces, setPieces } from "../api/basket.ts";
import type { Tool } from "../api/client.ts";
import type { SessionState } from "../api/session/SessionProvider.tsx";
import { toolPageQuery } from "../api/tool-page.ts";
import { checkoutPath } from "../page-paths.ts";
import { paths } from "../pages.ts";
import { AppLink } from "./AppLink.tsx";
import { texts } from "./add-to-basket.texts.en.tsx";

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

interface Addition {
  tool: Pick<Tool, "_id" | "slug">;
  quantity: number;
  /** What the customer pressed. */
  button: HTMLButtonElement | null;
}

/** Each press opens a sheet of its own. A revision would not tell them apart, because a new basket begins at 1. */
let sheets = 0;

/** Adds pieces of a tool. Resolves to what the customer reads: a sheet, or why the pieces cannot be bought. */
export async function addToBasket(
  queryClient: QueryClient,
  state: SessionState,
  { tool: { _id, slug }, quantity, button }: Addition,
): Promise<ReactNode> {
  void queryClient.prefetchQuery(toolPageQuery(slug));
  // A shop that has just been updated may not have this file any more. The pieces are added all the same.
  const loading = import("./AddedSheet.tsx").catch(() => undefined);
  const basket = await addPieces(queryClient, uidOf(state), _id, quantity);
  const line = basket.lines.find(({ toolId }) => toolId === _id);
  const loaded = await loading;
  if (!line) return;
  if (!line.problem && loaded)
    return <loaded.AddedSheet key={++sheets} basket={basket} toolId={_id} button={button} />;
  return texts.inBasket(
    line.quantity,
    (text) => (
      <AppLink
        to={paths.basket}
        className="inline-block min-h-6 font-medium underline underline-offset-4"
      >
        {text}
      </AppLink>
    ),
    line.problem?.detail,
  );
}
