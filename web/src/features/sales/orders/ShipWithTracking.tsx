import { useQueryClient } from "@tanstack/react-query";
import { type KeyboardEvent, useState } from "react";
import type { Carrier, Order } from "../../../api/client.ts";
import { errorMessage } from "../../../api/error-messages.ts";
import { orderNumber } from "../../../api/order-name.ts";
import { OWNER_TASKS } from "../../../api/query-client.ts";
import { useSendsEmail } from "../../../api/use-sends-email.ts";
import { Button } from "../../../ui/Button.tsx";
import { Dialog } from "../../../ui/Dialog.tsx";
import { Field } from "../../../ui/Field.tsx";
import { FormActions } from "../../../ui/FormActions.tsx";
import { focusFirst } from "../../../ui/focus-first.ts";
import { SelectField } from "../../../ui/SelectField.tsx";
import { showToast } from "../../../ui/toast.tsx";
import { useApiForm } from "../../../ui/use-api-form.ts";
import { trackingTexts as texts } from "./manage-orders.texts.en.ts";
import { trackingTexts } from "./order-actions.texts.en.ts";
import { shipOrder } from "./queries.ts";
import { CARRIERS } from "./use-tracking.tsx";

interface ShipWithTrackingProps {
  selected: Order[];
  onShipped: (orders: Order[]) => void;
}

/** Opens a form that ships the selected orders, each with its tracking number. */
export function ShipWithTracking({ selected, onShipped }: ShipWithTrackingProps) {
  // The selection when it opened. Orders that are shipped leave it.
  const [orders, setOrders] = useState<Order[]>();
  return (
    <>
      <Button variant="outline" small onClick={() => setOrders(selected)}>
        {texts.add}
      </Button>
      <Dialog
        open={orders !== undefined}
        title={orders ? texts.title(orders.length) : ""}
        onClose={() => setOrders(undefined)}
      >
        {orders && (
          <TrackingNumbers
            orders={orders}
            onShipped={(shipped) => {
              const left = orders.filter((order) => !shipped.includes(order));
              setOrders(left.length > 0 ? left : undefined);
              onShipped(shipped);
            }}
            onClose={() => setOrders(undefined)}
          />
        )}
      </Dialog>
    </>
  );
}

interface TrackingNumbersProps {
  orders: Order[];
  onShipped: (orders: Order[]) => void;
  onClose: () => void;
}

function TrackingNumbers({ orders, onShipped, onClose }: TrackingNumbersProps) {
  const sendsEmail = useSendsEmail();
  const queryClient = useQueryClient();
  const form = useApiForm({
    keepAs: `tracking of ${orders.map(({ _id }) => _id).join()}`,
    defaultValues: {
      carrier: "" as Carrier | "",
      numbers: Object.fromEntries(orders.map(({ _id }) => [_id, ""])),
    },
    call: ({ carrier, numbers }) =>
      Promise.allSettled(
        orders.map((order) =>
          shipOrder(order, { carrier: carrier || null, trackingNumber: numbers[order._id] ?? "" }),
        ),
      ),
    done: (results) => {
      for (const [index, result] of results.entries()) {
        const id = orders[index]?._id;
        if (id && result.status === "rejected")
          form.setError(`numbers.${id}`, { message: errorMessage(result.reason) });
      }
      const shipped = orders.filter((_, index) => results[index]?.status === "fulfilled");
      if (shipped.length > 0) showToast("success", texts.shipped(shipped.length));
      onShipped(shipped);
      void queryClient.invalidateQueries({ queryKey: ["orders"] });
      void queryClient.invalidateQueries({ queryKey: OWNER_TASKS });
    },
  });

  return (
    <form ref={focusFirst} noValidate onSubmit={form.submit}>
      <p className="mt-3 mb-5 text-quiet">
        {sendsEmail ? texts.withoutNumberAndEmails : texts.withoutNumber}
      </p>
      <SelectField label={texts.carrier} className="mb-5" {...form.register("carrier")}>
        <option value="">{texts.noCarrier}</option>
        {CARRIERS.filter((carrier) => carrier !== "Other").map((carrier) => (
          <option key={carrier} value={carrier}>
            {trackingTexts.carriers[carrier]}
          </option>
        ))}
      </SelectField>
      {orders.map((order) => (
        <Field
          key={order._id}
          label={texts.numberOf(
            orderNumber(order),
            order.customerName,
            order.orderQuantity,
            order.toolName,
          )}
          autoComplete="off"
          spellCheck={false}
          maxLength={60}
          onKeyDown={goToNext}
          {...form.field(`numbers.${order._id}`)}
        />
      ))}
      <FormActions form={form} className="mt-4" onCancel={onClose}>
        {texts.ship(orders.length)}
      </FormActions>
    </form>
  );
}

/** A barcode scanner ends each number with Enter, which must not ship the others without theirs. */
function goToNext(event: KeyboardEvent<HTMLInputElement>) {
  if (event.key !== "Enter") return;
  event.preventDefault();
  const { form } = event.currentTarget;
  const fields = form
    ? [...form.querySelectorAll<HTMLElement>("input, button[type='submit']")]
    : [];
  fields[fields.indexOf(event.currentTarget) + 1]?.focus();
}
