import type { Order } from "../../api/client.ts";
import { useConfirmDelete } from "../../ui/use-confirm-delete.tsx";
import { useDeleteOrder } from "./queries.ts";

/** Deleting an unpaid order, as the customer and the owner both do it. */
export function useDeleteOrderDialog() {
  const deletion = useDeleteOrder();
  return useConfirmDelete<Order>({
    nameOf: ({ toolName }) => toolName,
    remove: async (order) => {
      await deletion.mutateAsync(order);
      return { kind: "success", text: `tool ${order.toolName} deleted` };
    },
  });
}
