import type { Order } from "../../../api/client.ts";
import { orderNumber, orderTitle } from "../../../api/order-name.ts";
import type { Role } from "../../../api/session/use-role.ts";
import { useConfirmDelete } from "../../../ui/use-confirm.tsx";
import { useDeleteOrder } from "./queries.ts";

/** Deletes an unpaid order after confirmation, for customers and admins. */
export function useDeleteOrderDialog(reader: Role) {
  const deletion = useDeleteOrder();
  return useConfirmDelete<Order>({
    nameOf: (order) => (
      <>
        order {orderNumber(order)} of {orderTitle(order)}
        {reader === "admin" && (
          <>
            , for <span dir="auto">{order.customerName}</span>
          </>
        )}
      </>
    ),
    remove: async (order) => {
      await deletion.mutateAsync(order);
      return { kind: "success", text: `tool ${order.toolName} deleted` };
    },
  });
}
