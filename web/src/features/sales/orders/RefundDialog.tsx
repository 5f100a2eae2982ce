import { useId, useState } from "react";
import type { Order } from "../../../api/client.ts";
import { orderName } from "../../../api/order-name.ts";
import type { PaymentMethod } from "../../../api/payment-methods.ts";
import { formatPrice } from "../../../money.ts";
import { Button } from "../../../ui/Button.tsx";
import { Choice } from "../../../ui/Choice.tsx";
import { Dialog } from "../../../ui/Dialog.tsx";
import { Field } from "../../../ui/Field.tsx";
import { SelectField } from "../../../ui/SelectField.tsx";
import { MethodOptions } from "./PaymentFields.tsx";
import type { RefundChoice } from "./queries.ts";
import { amountLeft, parsePart, restockLabel } from "./refund.ts";

interface RefundDialogProps {
  /** The order to refund. Undefined keeps the dialog closed. */
  order: Order | undefined;
  busy: boolean;
  error: string | undefined;
  onCancel: () => void;
  onRefund: (order: Order, choice: RefundChoice) => void;
}

export function RefundDialog({ order, onCancel, ...rest }: RefundDialogProps) {
  const title = (
    <>
      Refund the order of <span dir="auto">{order?.customerName}</span>?
    </>
  );
  return (
    <Dialog open={order !== undefined} title={title} onClose={onCancel}>
      {order && <RefundForm key={order._id} order={order} onCancel={onCancel} {...rest} />}
    </Dialog>
  );
}

/** Sets the attribute itself, because React's `autoFocus` focuses before the dialog is open. */
const focusFirst = (button: HTMLButtonElement | null) => button?.setAttribute("autofocus", "");

function RefundForm({
  order,
  busy,
  error,
  onCancel,
  onRefund,
}: RefundDialogProps & { order: Order }) {
  const [restock, setReturns] = useState(true);
  const [isPart, setIsPart] = useState(false);
  const [typed, setTyped] = useState({ amount: "", reason: "", note: "" });
  const [method, setMethod] = useState(order.paymentMethod);
  const [missing, setMissing] = useState<{ amount?: string; reason?: string }>({});
  // As it was when the dialog opened, so that the server refuses a part that was sent twice.
  const [refundedBefore] = useState(order.refundedAmount ?? 0);
  const [left] = useState(amountLeft(order));
  const hintId = useId();
  const part = parsePart(typed.amount, left);
  const amount = formatPrice(isPart ? (part ?? 0) : left);
  const wasShipped = Boolean(order.shippedAt);

  const refund = () => {
    const recorded = method && { method };
    if (!isPart) {
      const note = method && typed.note.trim() ? { note: typed.note.trim() } : undefined;
      return onRefund(order, { returnStock: restock && !wasShipped, ...recorded, ...note });
    }
    const reason = typed.reason.trim();
    setMissing({
      ...(part === undefined && { amount: `Please enter an amount below ${formatPrice(left)}.` }),
      ...(reason === "" && { reason: "Please give a reason." }),
    });
    if (part !== undefined && reason)
      onRefund(order, { amount: part, reason, refundedBefore, ...recorded });
  };

  if (order.refundBegunAt && !busy)
    return (
      <>
        <p className="mt-3">This order has already been refunded. The money goes back only once.</p>
        <div className="mt-8 flex justify-end">
          <Button variant="outline" onClick={onCancel}>
            Close
          </Button>
        </div>
      </>
    );
  return (
    <>
      <p className="mt-3 text-quiet">
        {orderName(order)}, for <span className="wrap-anywhere">{order.customerEmail}</span>
      </p>
      <p className="figures mt-5 border-y border-rule py-4 font-display text-3xl">{amount}</p>
      {refundedBefore > 0 && (
        <p className="figures mt-3 text-quiet">
          {formatPrice(refundedBefore)} of {formatPrice(order.totalPrice)} went back before.
        </p>
      )}
      <Choice
        legend="How much"
        hideLegend
        className="mt-5"
        options={[
          ["all", refundedBefore > 0 ? "The rest" : "All of it"],
          ["part", "A part"],
        ]}
        value={isPart ? "part" : "all"}
        onChange={(value) => setIsPart(value === "part")}
      />
      <p className="mt-5">
        {method
          ? `Return the money yourself: no card paid this order. The shop records the refund${isPart ? "." : " and tells the customer."}`
          : isPart
            ? "This part goes back to the card that paid."
            : "All of it goes back to the card that paid."}{" "}
        {isPart && "The order stays as it is. "}
        This cannot be undone
        {isPart || wasShipped ? "." : ", and the order will not be shipped."}
      </p>
      {method && (
        <SelectField
          label="Returned by"
          className="mt-4"
          value={method}
          onChange={({ target }) => setMethod(target.value as PaymentMethod)}
        >
          <MethodOptions />
        </SelectField>
      )}
      {isPart ? (
        <div className="mt-4">
          <Field
            label={`Amount, less than ${formatPrice(left)}`}
            inputMode="decimal"
            autoComplete="off"
            maxLength={12}
            value={typed.amount}
            error={missing.amount}
            onChange={({ target }) => setTyped((now) => ({ ...now, amount: target.value }))}
          />
          <Field
            label="Reason"
            hint="The customer reads it in an e-mail."
            autoComplete="off"
            maxLength={300}
            value={typed.reason}
            error={missing.reason}
            onChange={({ target }) => setTyped((now) => ({ ...now, reason: target.value }))}
          />
        </div>
      ) : wasShipped ? (
        <p className="mt-3 text-quiet">
          The pieces were shipped, so they do not go back on sale. If they come back, add them to
          the available quantity in Manage Tool.
        </p>
      ) : (
        <div className="mt-4">
          <label className="flex min-h-6 cursor-pointer items-start gap-3">
            <input
              type="checkbox"
              className="mt-0.5 size-5 shrink-0 accent-primary"
              checked={restock}
              aria-describedby={hintId}
              onChange={(event) => setReturns(event.target.checked)}
            />
            <span className="font-medium">{restockLabel(order)}</span>
          </label>
          <p id={hintId} className="mt-1 pl-8 text-sm text-quiet">
            Leave it off if they cannot be sold again.
          </p>
        </div>
      )}
      {method && !isPart && (
        <Field
          label="Note"
          hint="Only the shop sees it."
          autoComplete="off"
          maxLength={300}
          className="mt-4"
          value={typed.note}
          onChange={({ target }) => setTyped((now) => ({ ...now, note: target.value }))}
        />
      )}
      <div role="alert" className="text-error">
        {error && <p className="mt-5">{error}</p>}
      </div>
      <div className="mt-8 flex flex-wrap justify-end gap-3">
        <Button variant="outline" ref={focusFirst} onClick={onCancel}>
          Cancel
        </Button>
        <Button variant="danger" busy={busy} onClick={refund}>
          {busy ? "Refunding …" : `Refund ${amount}`}
        </Button>
      </div>
    </>
  );
}
