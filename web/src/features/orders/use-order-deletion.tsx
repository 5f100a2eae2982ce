import type { Order } from "../../api/client.ts";
import { useConfirmDelete } from "../../ui/use-confirm-delete.tsx";
import { useDeleteOrder } from "./queries.ts";

/** Deletes an unpaid order after confirmation, for customers and admins. */
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
