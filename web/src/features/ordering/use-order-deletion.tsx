import { type ReactNode, useState } from "react";
import type { Order } from "../../api/client.ts";
import { sentence } from "../../api/refusals.ts";
import { ConfirmDelete } from "../../ui/ConfirmDelete.tsx";
import { showToast } from "../../ui/toast.tsx";
import { useDeleteOrder } from "./queries.ts";

/** Deleting an unpaid order, as the customer and the owner both do it: asked first, told after. */
export function useOrderDeletion(): { ask: (order: Order) => void; dialog: ReactNode } {
  const [doomed, setDoomed] = useState<Order>();
  const deletion = useDeleteOrder();

  const remove = async () => {
    if (!doomed) return;
    try {
      await deletion.mutateAsync(doomed);
      showToast("success", `tool ${doomed.toolName} deleted`);
    } catch (error) {
      showToast("error", sentence(error));
    } finally {
      // Cancelled meanwhile, the question may be about another order by now.
      setDoomed((now) => (now === doomed ? undefined : now));
    }
  };

  return {
    ask: setDoomed,
    dialog: (
      <ConfirmDelete
        name={doomed?.toolName}
        busy={deletion.isPending}
        onCancel={() => setDoomed(undefined)}
        onDelete={() => void remove()}
      />
    ),
  };
}
