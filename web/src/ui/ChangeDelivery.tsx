import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { api, type Order, unwrap } from "../api/client.ts";
import { orderName } from "../api/order-name.ts";
import { swapped } from "../api/swap.ts";
import { Button } from "./Button.tsx";
import { Dialog } from "./Dialog.tsx";
import { Field } from "./Field.tsx";
import { FormError } from "./FormError.tsx";
import { focusFirst } from "./focus-first.ts";
import { showToast } from "./toast.tsx";

/** The server's limit for each field. */
const MAX_LENGTH = 300;

function useCorrectDelivery({ _id }: Order) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (delivery: { address: string; phone: string }) =>
      unwrap(api.PATCH("/orders/{id}", { params: { path: { id: _id } }, body: swapped(delivery) })),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ["orders"] }),
  });
}

const isToBeShipped = ({ paid, status }: Order) => !paid || status === "pending";

/** A button that opens a form for address and phone. Nothing once the order is shipped or refunded. */
export function ChangeDelivery({ order }: { order: Order }) {
  const [open, setOpen] = useState(false);
  const label = swapped(order).address ? "Change address" : "Add an address";

  if (!isToBeShipped(order)) return null;
  return (
    <>
      <Button
        variant="outline"
        small
        aria-label={`${label}: ${orderName(order)}`}
        onClick={() => setOpen(true)}
      >
        {label}
      </Button>
      <Dialog open={open} title="Where shall we send it?" onClose={() => setOpen(false)}>
        {open && <DeliveryForm order={order} onClose={() => setOpen(false)} />}
      </Dialog>
    </>
  );
}

function DeliveryForm({ order, onClose }: { order: Order; onClose: () => void }) {
  const { address, phone } = swapped(order);
  const { register, handleSubmit } = useForm({ defaultValues: { address, phone } });
  const saving = useCorrectDelivery(order);

  const save = handleSubmit(async (typed) => {
    if (saving.isPending) return;
    try {
      await saving.mutateAsync(typed);
      onClose();
      showToast("success", "The address is saved");
    } catch {
      // Shown below from saving.error.
    }
  });

  return (
    <form ref={focusFirst} noValidate onSubmit={(event) => void save(event)}>
      <p className="mt-3 mb-5 text-quiet">{orderName(order)}</p>
      <Field
        label="Address"
        autoComplete="street-address"
        maxLength={MAX_LENGTH}
        dir="auto"
        {...register("address")}
      />
      <Field
        label="Phone"
        type="tel"
        autoComplete="tel"
        maxLength={MAX_LENGTH}
        {...register("phone")}
      />
      <div role="alert" className="text-error">
        {saving.error && <FormError error={saving.error} />}
      </div>
      <div className="mt-6 flex flex-wrap justify-end gap-3">
        <Button variant="outline" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" className="min-w-24" busy={saving.isPending}>
          Save
        </Button>
      </div>
    </form>
  );
}
