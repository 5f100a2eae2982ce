import { type ReactNode, useState } from "react";
import { flushSync } from "react-dom";
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
    // Cancelled meanwhile, the question may be about another order by now.
    const close = () => setDoomed((now) => (now === doomed ? undefined : now));
    try {
      await deletion.mutateAsync(doomed);
      flushSync(close);
      // Closing has given the focus back to the row's button, and that goes with the row.
      if (!document.querySelector("dialog[open]"))
        document.getElementById("main")?.focus({ preventScroll: true });
      showToast("success", `tool ${doomed.toolName} deleted`);
    } catch (error) {
      close();
      showToast("error", sentence(error));
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
