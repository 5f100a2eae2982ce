import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { usePutBack } from "../../api/basket.ts";
import type { Order } from "../../api/client.ts";
import { errorMessage } from "../../api/error-messages.ts";
import { purchaseQuery } from "../../api/purchase.ts";
import { paths } from "../../pages.ts";
import { Button } from "../../ui/Button.tsx";
import { counted } from "../../words.en.ts";
import { GoToBasket } from "./GoToBasket.tsx";
import { texts } from "./order-again.texts.en.ts";
import { PutBackNotes } from "./PutBackNotes.tsx";

interface OrderAgainProps {
  /** All that go into the basket. */
  orders: Pick<Order, "toolId" | "toolName" | "orderQuantity" | "lines">[];
  /** If it is given, all lines of this purchase go there. The page may have only some of them. */
  purchaseId?: string | undefined;
  small?: boolean;
}

/**
 * Puts the tools of orders into the basket, at the prices of today, and opens it. If the shop cannot sell some of them
 * as before, it names them first.
 */
export function OrderAgain({ orders, purchaseId, small = false }: OrderAgainProps) {
  const queryClient = useQueryClient();
  const { mutateAsync: putBack } = usePutBack();
  const putting = useMutation({
    mutationFn: async () => {
      const all = purchaseId
        ? (await queryClient.fetchQuery(purchaseQuery(purchaseId))).orders
        : orders;
      return putBack(
        all.map(({ toolId, toolName, orderQuantity: quantity }) => ({
          ...{ toolId, toolName },
          quantity,
        })),
      );
    },
    // The basket is a document of its own.
    onSuccess: (found) => found.length === 0 && window.location.assign(paths.basket),
  });
  const notes = putting.data ?? [];
  const { reset } = putting;
  useEffect(() => {
    // Back from the basket may show this page as it was left.
    window.addEventListener("pageshow", reset);
    return () => window.removeEventListener("pageshow", reset);
  }, [reset]);
  const [first] = orders;
  const count = (purchaseId && first?.lines) || orders.length;
  const name = count === 1 ? (first?.toolName ?? "") : counted.tools(count);
  return (
    <>
      {notes.length > 0 ? (
        <GoToBasket className={`btn-outline ${small ? "btn-sm" : ""}`} />
      ) : (
        <Button
          variant="outline"
          small={small}
          busy={putting.isPending || putting.isSuccess}
          aria-label={texts.orderAgainOf(name)}
          onClick={() => putting.mutate()}
        >
          {texts.orderAgain}
        </Button>
      )}
      <div role="status" className="basis-full text-sm empty:hidden">
        {notes.length > 0 && <PutBackNotes title={texts.notAsBefore} notes={notes} />}
      </div>
      {putting.error && (
        <p role="alert" className="basis-full text-sm text-error">
          {errorMessage(putting.error)}
        </p>
      )}
    </>
  );
}
