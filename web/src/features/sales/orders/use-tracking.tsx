import { type ReactNode, useState } from "react";
import { useWatch } from "react-hook-form";
import type { Carrier, Order } from "../../../api/client.ts";
import { orderName, orderNumber } from "../../../api/order-name.ts";
import { useSendsEmail } from "../../../api/use-sends-email.ts";
import { Dialog } from "../../../ui/Dialog.tsx";
import { Field } from "../../../ui/Field.tsx";
import { FormActions } from "../../../ui/FormActions.tsx";
import { focusFirst } from "../../../ui/focus-first.ts";
import { SelectField } from "../../../ui/SelectField.tsx";
import { showToast } from "../../../ui/toast.tsx";
import { useApiForm } from "../../../ui/use-api-form.ts";
import { trackingTexts as texts } from "./order-actions.texts.en.ts";
import { type TypedTracking, useSaveTracking, useShipPurchase } from "./queries.ts";

export const CARRIERS: Carrier[] = ["Canada Post", "Purolator", "UPS", "FedEx", "DHL", "Other"];

const isToShip = ({ status }: Order) => status === "pending";

export const asksBeforeShipping = (order: Order) => isToShip(order) && Boolean(order.disputedAt);

/** Opens a form that ships a paid order with its tracking number, or changes it later. */
export function useTrackingDialog(): {
  ask: (order: Order) => void;
  /** Ships all paid lines of the order's purchase in one parcel. */
  askAll: (order: Order) => void;
  dialog: ReactNode;
} {
  const [{ order, all }, setAsked] = useState<{ order?: Order; all?: boolean }>({});
  const close = () => setAsked({});
  const title = (order: Order) =>
    all ? texts.shipAll(orderNumber(order)) : texts.ship(orderNumber(order));
  return {
    ask: (order) => setAsked({ order }),
    askAll: (order) => setAsked({ order, all: true }),
    dialog: (
      <Dialog
        open={order !== undefined}
        title={order && isToShip(order) ? title(order) : texts.title}
        onClose={close}
      >
        {order && <TrackingForm order={order} all={all} onClose={close} />}
      </Dialog>
    ),
  };
}

interface TrackingFormProps {
  order: Order;
  all: boolean | undefined;
  onClose: () => void;
}

function TrackingForm({ order, all, onClose }: TrackingFormProps) {
  const savingOne = useSaveTracking(order);
  const shippingAll = useShipPurchase(order);
  const saving = all ? shippingAll : savingOne;
  // The order changes while it is saved.
  const [ships] = useState(isToShip(order));
  const isDisputed = ships && order.disputedAt;
  const form = useApiForm({
    keepAs: `tracking of ${order._id}`,
    defaultValues: {
      carrier: order.carrier ?? "",
      trackingNumber: order.trackingNumber ?? "",
      trackingUrl: order.carrier === "Other" ? (order.trackingUrl ?? "") : "",
    } as TypedTracking,
    call: saving.mutateAsync,
    done: () => {
      onClose();
      showToast("success", ships ? texts.shipped(orderNumber(order)) : texts.saved);
    },
  });
  const { register, control } = form;
  const isOther = useWatch({ control, name: "carrier" }) === "Other";
  const sendsEmail = useSendsEmail();

  return (
    <form ref={focusFirst} noValidate onSubmit={form.submit}>
      <p className="mt-3 mb-5 text-quiet">
        {all ? texts.all : texts.one(orderName(order))}{" "}
        {ships && sendsEmail ? texts.sendsEmail : texts.sendsNoEmail}
      </p>
      {isDisputed && (
        <p className="mb-5 border-l-2 border-warning py-1 pl-4 text-pretty">{texts.disputed}</p>
      )}
      <SelectField label={texts.carrier} className="mb-5" {...register("carrier")}>
        <option value="">{texts.noCarrier}</option>
        {CARRIERS.map((carrier) => (
          <option key={carrier} value={carrier}>
            {texts.carriers[carrier]}
          </option>
        ))}
      </SelectField>
      <Field
        label={texts.number}
        autoComplete="off"
        spellCheck={false}
        maxLength={60}
        {...register("trackingNumber")}
      />
      {isOther && (
        <Field
          label={texts.link}
          type="url"
          inputMode="url"
          autoComplete="off"
          placeholder="https://"
          maxLength={500}
          {...register("trackingUrl")}
        />
      )}
      <FormActions wide form={form} onCancel={onClose}>
        {isDisputed ? texts.shipAnyway : ships ? texts.shipButton : texts.save}
      </FormActions>
    </form>
  );
}
