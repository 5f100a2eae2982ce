import { type QueryClient, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { keepCount } from "./basket-count.ts";
import { type Answer, send, type Tool } from "./client.ts";
import { useSession } from "./session/SessionProvider.tsx";

export type Basket = Answer<"GET /basket">;
export type BasketLine = Basket["lines"][number];
export type Quote = Answer<"POST /quote">;

/** The server tells of a change once. The page keeps it until the customer changes the line or leaves. */
function withEarlierNews(basket: Basket, earlier: Basket | undefined): Basket {
  const told = ({ toolId, quantity }: BasketLine) =>
    earlier?.lines.find((line) => line.toolId === toolId && line.quantity === quantity)?.changes;
  return {
    ...basket,
    notices: [...(earlier?.notices ?? []), ...basket.notices],
    lines: basket.lines.map((line) =>
      line.changes.length > 0 ? line : { ...line, changes: told(line) ?? [] },
    ),
  };
}

const keyOf = (uid: string) => ["basket", uid];

function keep(queryClient: QueryClient, uid: string, answer: Basket): Basket {
  const basket = withEarlierNews(answer, queryClient.getQueryData<Basket>(keyOf(uid)));
  queryClient.setQueryData(keyOf(uid), basket);
  keepCount(basket.lines.length, uid);
  return basket;
}

function useBasketQuery() {
  const queryClient = useQueryClient();
  const { state } = useSession();
  const uid = state.status === "signed-in" ? state.session.uid : "";
  const options = {
    queryKey: keyOf(uid),
    queryFn: async () => keep(queryClient, uid, await send("GET /basket")),
    staleTime: 0,
    enabled: state.status !== "loading",
  };
  return { queryClient, uid, options };
}

export const useBasket = () => useQuery(useBasketQuery().options);

/** Forgets what was told, after the customer has left the page that tells it. */
export function useForgetNews() {
  const { queryClient, uid } = useBasketQuery();
  return () =>
    queryClient.setQueryData<Basket>(
      keyOf(uid),
      (basket) =>
        basket && {
          ...basket,
          notices: [],
          lines: basket.lines.map((line) => ({ ...line, changes: [] })),
        },
    );
}

const put = (toolId: string, quantity: number) =>
  // A change that was just typed is sent even if the page is left.
  send("PUT /basket/lines/{toolId}", { path: { toolId }, body: { quantity }, keepalive: true });

/** Sets how many pieces of a tool the basket has. One change after the other. */
export function useSetQuantity() {
  const { queryClient, uid } = useBasketQuery();
  return useMutation({
    scope: { id: "basket" },
    mutationFn: ({ toolId, quantity }: { toolId: string; quantity: number }) =>
      put(toolId, quantity),
    onSuccess: (answer) => keep(queryClient, uid, answer),
  });
}

/** Adds pieces to those that the basket has. */
export function useAddToBasket() {
  const { queryClient, uid, options } = useBasketQuery();
  return useMutation({
    scope: { id: "basket" },
    mutationFn: async ({ tool, quantity }: { tool: Tool; quantity: number }) => {
      const { lines } = await options.queryFn();
      const before = lines.find(({ toolId }) => toolId === tool._id)?.quantity ?? 0;
      return put(tool._id, before + quantity);
    },
    onSuccess: (answer) => keep(queryClient, uid, answer),
  });
}
