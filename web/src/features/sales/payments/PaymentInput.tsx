import { PaymentElement } from "@stripe/react-stripe-js";
import { useMemo, useRef } from "react";
import { CardFrame, type FrameState } from "./CardFrame.tsx";

interface PaymentInputProps {
  payer: { customerName: string; customerEmail: string };
  /**
   * The postal code of the delivery. The customer may type another one, because the bank compares
   * it.
   */
  postalCode: string;
  error: string | undefined;
  onChange: () => void;
  onState: (state: FrameState) => void;
}

/** The fields of a card, and Link for customers who have it. The card provider shows them in a frame. */
export function PaymentInput({ payer, postalCode, error, onChange, onState }: PaymentInputProps) {
  const frame = useRef<HTMLDivElement>(null);
  const { customerName: name, customerEmail: email } = payer;
  const options = useMemo(
    () => ({
      defaultValues: {
        billingDetails: { name, email, address: { country: "CA", postal_code: postalCode } },
      },
      // The wallets stand above the form.
      wallets: { applePay: "never", googlePay: "never" } as const,
    }),
    [name, email, postalCode],
  );
  return (
    <>
      <CardFrame onState={onState}>
        {({ key, ...load }) => (
          <div ref={frame} className="payment-frame">
            <PaymentElement
              key={key}
              {...load}
              options={options}
              onChange={() => {
                onChange();
                // The fields are in a frame, so the form does not see that the customer types.
                frame.current?.closest("form")?.dispatchEvent(new Event("input"));
              }}
            />
          </div>
        )}
      </CardFrame>
      <p role="alert" className="min-h-7 py-1 text-sm text-error">
        {error}
      </p>
    </>
  );
}
