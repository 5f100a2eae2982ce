import type { Order } from "../../../api/client.ts";
import { orderNumber, orderTitle } from "../../../api/order-name.ts";
import type { Role } from "../../../api/session/use-role.ts";
import { useConfirmDelete } from "../../../ui/use-confirm.tsx";
import { texts } from "./order.texts.en.tsx";
import { useDeleteOrder } from "./queries.ts";

/** Deletes an unpaid order after confirmation, for customers and admins. */
export function useDeleteOrderDialog(reader: Role) {
  const deletion = useDeleteOrder();
  return useConfirmDelete<Order>({
    nameOf: (order) =>
      reader === "admin"
        ? texts.orderFor(
            orderNumber(order),
            orderTitle(order),
            <span dir="auto">{order.customerName}</span>,
          )
        : texts.orderOf(orderNumber(order), orderTitle(order)),
    remove: async (order) => {
      await deletion.mutateAsync(order);
      return { kind: "success", text: texts.deleted(order.toolName) };
    },
  });
}
