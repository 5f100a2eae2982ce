import { useState } from "react";
import type { Order } from "../../../api/client.ts";
import { ApiError } from "../../../api/errors.ts";
import { orderName, orderNumber } from "../../../api/order-name.ts";
import type { PaymentMethod } from "../../../api/payment-methods.ts";
import { toolsText } from "../../../api/purchase.ts";
import { useSendsEmail } from "../../../api/use-sends-email.ts";
import { today } from "../../../date.ts";
import { formatPrice } from "../../../money.ts";
import { Button } from "../../../ui/Button.tsx";
import { Dialog } from "../../../ui/Dialog.tsx";
import { FormActions } from "../../../ui/FormActions.tsx";
import { focusFirst } from "../../../ui/focus-first.ts";
import { closeToPage } from "../../../ui/report.ts";
import { showToast } from "../../../ui/toast.tsx";
import { useApiForm } from "../../../ui/use-api-form.ts";
import { PaymentFields, paymentOf } from "./PaymentFields.tsx";
import { useRecordOrderPayment } from "./queries.ts";
import { texts } from "./record-payment.texts.en.tsx";

/**
 * Returns a dialog in which staff records that an unpaid order was paid without the card provider.
 */
export function useRecordPaymentDialog() {
  const [order, setOrder] = useState<Order>();
  const close = () => setOrder(undefined);
  const dialog = (
    <Dialog open={order !== undefined} title={texts.title} onClose={close}>
      {order && <RecordPaymentForm order={order} onClose={close} />}
    </Dialog>
  );
  return { ask: setOrder, dialog };
}

export const recordPaymentName = (order: Order) => texts.name(orderName(order), order.customerName);

export function RecordPayment({ order }: { order: Order }) {
  const { ask, dialog } = useRecordPaymentDialog();
  return (
    <>
      <Button small aria-label={recordPaymentName(order)} onClick={() => ask(order)}>
        {texts.title}
      </Button>
      {dialog}
    </>
  );
}

function RecordPaymentForm({ order, onClose }: { order: Order; onClose: () => void }) {
  const recording = useRecordOrderPayment(order);
  const sendsEmail = useSendsEmail();
  const lines = order.lines ?? 1;
  // Another amount is due after a change in another window.
  const [due, setDue] = useState(order.purchaseTotal ?? order.totalPrice);
  const form = useApiForm({
    keepAs: `payment of ${order._id}`,
    defaultValues: {
      paymentMethod: "e-transfer" as PaymentMethod,
      receivedOn: today(),
      reference: "",
    },
    call: (typed) => recording.mutateAsync({ ...paymentOf(typed), amount: due }),
    failed: (error) => {
      if (error instanceof ApiError && typeof error.members.amountDue === "number")
        setDue(error.members.amountDue);
    },
    done: () => {
      closeToPage(onClose);
      showToast("success", texts.paid(orderNumber(order)));
    },
  });
  return (
    <form ref={focusFirst} noValidate onSubmit={form.submit}>
      <p className="mt-3 text-quiet">
        {texts.orderFor(
          lines > 1 ? texts.orderOfSeveral(orderNumber(order), toolsText(lines)) : orderName(order),
          <span dir="auto">{order.customerName}</span>,
        )}
      </p>
      <p className="figures my-5 border-y border-rule py-4 font-display text-3xl">
        {formatPrice(due)}
      </p>
      <PaymentFields
        method={form.field("paymentMethod")}
        receivedOn={form.field("receivedOn")}
        reference={form.field("reference")}
      />
      <p className="mt-1 text-sm text-quiet">
        {lines > 1
          ? sendsEmail
            ? texts.effectOnAllAndEmail
            : texts.effectOnAll
          : sendsEmail
            ? texts.effectAndEmail
            : texts.effect}
      </p>
      <FormActions wide form={form} onCancel={onClose}>
        {texts.record}
      </FormActions>
    </form>
  );
}
