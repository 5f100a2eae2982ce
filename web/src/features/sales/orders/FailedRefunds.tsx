import { useState } from "react";
import type { Order, OrderForOwner } from "../../../api/client.ts";
import type { PaymentMethod } from "../../../api/payment-methods.ts";
import { formatPrice } from "../../../money.ts";
import { Button } from "../../../ui/Button.tsx";
import { SelectField } from "../../../ui/SelectField.tsx";
import { showToast } from "../../../ui/toast.tsx";
import { failedRefunds as texts } from "./order-page.texts.en.tsx";
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
        aria-label={texts.label}
        className="mt-4 border-l-2 border-warning py-1 pl-5"
      >
        <p>
          {refund.error
            ? texts.cameBackBecause(formatPrice(refund.amount), refund.error)
            : texts.cameBack(formatPrice(refund.amount))}
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
      if (came === "refused") setError(texts.refused);
      else showToast("success", by ? texts.recorded(amount) : texts.goesBack(amount));
    } catch (failure) {
      setError(refundErrorMessage(failure));
    }
  };

  return (
    <>
      <div className="mt-3 flex flex-wrap items-end gap-3">
        <Button small variant="outline" busy={isPending} onClick={() => void pay()}>
          {texts.refundToCard}
        </Button>
        <SelectField
          label={texts.returnedBy}
          value={method}
          onChange={({ target }) => setMethod(target.value as PaymentMethod)}
        >
          <MethodOptions />
        </SelectField>
        <Button small busy={isPending} onClick={() => void pay(method)}>
          {texts.recordThat}
        </Button>
      </div>
      <div role="alert" className="mt-2 text-error">
        {error}
      </div>
    </>
  );
}
