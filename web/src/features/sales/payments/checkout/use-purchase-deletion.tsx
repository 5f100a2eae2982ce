import { type Purchase, send } from "../../../../api/client.ts";
import { orderNumber } from "../../../../api/order-name.ts";
import { useChange } from "../../../../api/use-change.ts";
import { useConfirmDelete } from "../../../../ui/use-confirm.tsx";
import { texts } from "./placed.texts.en.tsx";

/** Deletes an unpaid purchase with all its tools after confirmation. */
export function useDeletePurchaseDialog(onDeleted: () => void) {
  const deletion = useChange(
    ({ _id }: Purchase) => send("DELETE /purchases/{id}", { path: { id: _id } }),
    ["tools"],
  );
  return useConfirmDelete<Purchase>({
    nameOf: (purchase) => texts.orderOf(orderNumber(purchase), purchase.orders.length),
    remove: async (purchase) => {
      await deletion.mutateAsync(purchase);
      onDeleted();
      return { kind: "success", text: texts.orderDeleted(orderNumber(purchase)) };
    },
  });
}
