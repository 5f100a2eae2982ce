import { useState } from "react";
import type { Order, OrderForOwner } from "../../../api/client.ts";
import type { PaymentMethod } from "../../../api/payment-methods.ts";
import { formatPrice } from "../../../money.ts";
import { Button } from "../../../ui/Button.tsx";
import { SelectField } from "../../../ui/SelectField.tsx";
import { showToast } from "../../../ui/toast.tsx";
import { MethodOptions } from "./PaymentFields.tsx";
import { useRefundAgain } from "./queries.ts";
import { refundErrorMessage } from "./refund.ts";

interface FailedRefundsProps {
  order: Order;
  refunds: OrderForOwner["refunds"];
  isAdmin: boolean;
}

/** Refunds that the customer's bank sent back: the money is owed again. */
export const FailedRefunds = ({ order, refunds, isAdmin }: FailedRefundsProps) =>
  refunds
    .filter(({ state }) => state === "waits")
    .map((refund) => (
      <section
        key={refund._id}
        aria-label="Refund that came back"
        className="mt-4 border-l-2 border-warning py-1 pl-5"
      >
        <p>
          The customer’s bank sent back {formatPrice(refund.amount)}
          {refund.error && ` (${refund.error})`}. You owe the customer this money again.
        </p>
        {isAdmin && <PayAgain order={order} refund={refund} />}
      </section>
    ));

interface PayAgainProps {
  order: Order;
  refund: OrderForOwner["refunds"][number];
}

function PayAgain({ order, refund }: PayAgainProps) {
  const { mutateAsync, isPending } = useRefundAgain(order);
  const [method, setMethod] = useState<PaymentMethod>("e-transfer");
  const [error, setError] = useState<string>();
  const amount = formatPrice(refund.amount);

  const pay = async (by?: PaymentMethod) => {
    setError(undefined);
    try {
      const { refund: came } = await mutateAsync({ id: refund._id, ...(by && { method: by }) });
      if (came === "refused")
        setError("The card provider refused this refund. Record another way.");
      else showToast("success", by ? `${amount} is recorded` : `${amount} goes back to the card`);
    } catch (failure) {
      setError(refundErrorMessage(failure));
    }
  };

  return (
    <>
      <div className="mt-3 flex flex-wrap items-end gap-3">
        <Button small variant="outline" busy={isPending} onClick={() => void pay()}>
          Refund to the card again
        </Button>
        <SelectField
          label="Or you returned it by"
          value={method}
          onChange={({ target }) => setMethod(target.value as PaymentMethod)}
        >
          <MethodOptions />
        </SelectField>
        <Button small busy={isPending} onClick={() => void pay(method)}>
          Record that
        </Button>
      </div>
      <div role="alert" className="mt-2 text-error">
        {error}
      </div>
    </>
  );
}
