import { useState } from "react";
import { type Order, send } from "../api/client.ts";
import { orderName } from "../api/order-name.ts";
import { swapped } from "../api/swap.ts";
import { useChange } from "../api/use-change.ts";
import { Button } from "./Button.tsx";
import { texts } from "./ChangeDelivery.texts.en.ts";
import { Dialog } from "./Dialog.tsx";
import { Field } from "./Field.tsx";
import { FormActions } from "./FormActions.tsx";
import { focusFirst } from "./focus-first.ts";
import { showToast } from "./toast.tsx";
import { useApiForm } from "./use-api-form.ts";

/** The server's limit for each field. */
const MAX_LENGTH = 300;

const useCorrectDelivery = ({ _id }: Order) =>
  useChange(
    (delivery: { address: string; phone: string }) =>
      send("PATCH /orders/{id}", { path: { id: _id }, body: swapped(delivery) }),
    ["orders"],
  );

const isToBeShipped = ({ paid, status }: Order) => !paid || status === "pending";

/** A button that opens a form for address and phone. Nothing once the order is shipped or refunded. */
export function ChangeDelivery({ order }: { order: Order }) {
  const [open, setOpen] = useState(false);
  const hasAddress = Boolean(swapped(order).address);

  if (!isToBeShipped(order)) return null;
  return (
    <>
      <Button
        variant="outline"
        small
        aria-label={
          hasAddress
            ? texts.changeAddressOf(orderName(order))
            : texts.addAddressOf(orderName(order))
        }
        onClick={() => setOpen(true)}
      >
        {hasAddress ? texts.changeAddress : texts.addAddress}
      </Button>
      <Dialog open={open} title={texts.title} onClose={() => setOpen(false)}>
        {open && <DeliveryForm order={order} onClose={() => setOpen(false)} />}
      </Dialog>
    </>
  );
}

function DeliveryForm({ order, onClose }: { order: Order; onClose: () => void }) {
  const { address, phone } = swapped(order);
  const saving = useCorrectDelivery(order);
  const form = useApiForm({
    keepAs: `delivery of ${order._id}`,
    defaultValues: { address, phone },
    call: (typed) => saving.mutateAsync(typed),
    done: () => {
      onClose();
      showToast("success", texts.saved);
    },
  });

  return (
    <form ref={focusFirst} noValidate onSubmit={form.submit}>
      <p className="mt-3 mb-5 text-quiet">{orderName(order)}</p>
      <Field
        label={texts.address}
        autoComplete="street-address"
        maxLength={MAX_LENGTH}
        dir="auto"
        {...form.register("address")}
      />
      <Field
        label={texts.phone}
        type="tel"
        autoComplete="tel"
        maxLength={MAX_LENGTH}
        {...form.register("phone")}
      />
      <FormActions wide form={form} onCancel={onClose}>
        {texts.save}
      </FormActions>
    </form>
  );
}
