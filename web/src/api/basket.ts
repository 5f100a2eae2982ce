import { type QueryClient, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { texts } from "./basket.texts.en.ts";
import { keepCount } from "./basket-count.ts";
import { type Answer, send } from "./client.ts";
import { ApiError } from "./errors.ts";
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

export type LineToPutBack = Pick<BasketLine, "toolId" | "toolName" | "quantity">;

/**
 * Puts as many pieces of a line into the basket as the shop can sell now. Says why there are fewer.
 */
async function putBackLine({ toolId, toolName, quantity }: LineToPutBack, before: number) {
  const basket = await put(toolId, Math.max(before, quantity));
  const problem = basket.lines.find((line) => line.toolId === toolId)?.problem;
  const [possible, note] =
    problem?.code === "not_enough_stock"
      ? [problem.available ?? before, texts.onlyLeft(toolName, problem.available ?? 0)]
      : problem?.code === "below_minimum"
        ? [problem.minimum ?? quantity, texts.minimumIsNow(toolName, problem.minimum ?? 0)]
        : [before, texts.soldOut(toolName)];
  return problem ? { basket: await put(toolId, possible), note } : { basket };
}

/**
 * Puts the lines of a purchase that was not paid into the basket again. Returns what could not be put back as it was.
 */
export function usePutBack() {
  const { queryClient, uid, options } = useBasketQuery();
  return useMutation({
    scope: { id: "basket" },
    mutationFn: async (lines: LineToPutBack[]) => {
      const notes: string[] = [];
      let { lines: there } = await options.queryFn();
      for (const line of lines) {
        const before = there.find(({ toolId }) => toolId === line.toolId)?.quantity ?? 0;
        try {
          const { basket, note } = await putBackLine(line, before);
          there = keep(queryClient, uid, basket).lines;
          if (note) notes.push(note);
        } catch (error) {
          if (!(error instanceof ApiError) || ![404, 422].includes(error.status)) throw error;
          notes.push(
            error.status === 404
              ? texts.notForSale(line.toolName)
              : texts.refused(line.toolName, error.message),
          );
        }
      }
      return notes;
    },
  });
}

let latest: Promise<unknown> = Promise.resolve();

/** Runs one change after the other. */
function afterOthers<Result>(change: () => Promise<Result>): Promise<Result> {
  const done = latest.then(change, change);
  latest = done;
  return done;
}

/** Sets the pieces of a tool. Resolves to the basket. */
export const setPieces = (queryClient: QueryClient, uid: string, tool: string, quantity: number) =>
  afterOthers(async () => keep(queryClient, uid, await put(tool, quantity)));

/** Adds pieces to those that the basket has. Resolves to the basket. */
export function addPieces(
  queryClient: QueryClient,
  uid: string,
  tool: string,
  quantity: number,
): Promise<Basket> {
  const isTool = ({ toolId }: BasketLine) => toolId === tool;
  return afterOthers(async () => {
    const { lines } = keep(queryClient, uid, await send("GET /basket"));
    const before = lines.find(isTool)?.quantity ?? 0;
    return keep(queryClient, uid, await put(tool, before + quantity));
  });
}
