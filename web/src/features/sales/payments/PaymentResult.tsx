import type { ReactNode } from "react";
import { Button } from "../../../ui/Button.tsx";
import { FormError, needsLogin } from "../../../ui/FormError.tsx";
import { LongId } from "../../../ui/LongId.tsx";
import { Parcel } from "../Parcel.tsx";
import { texts } from "./card.texts.en.tsx";

interface PaymentResultProps {
  /** A line in this colour stands beside it. Without one the drawn parcel is above it. */
  borderClass?: string;
  children: ReactNode;
}

/** The result of a payment. It takes the focus from the form that it replaces. */
export const PaymentResult = ({ borderClass, children }: PaymentResultProps) => (
  <div
    ref={focusOnce}
    tabIndex={-1}
    role="status"
    className={`self-start outline-none ${borderClass ? `border-l-2 py-1 pl-5 ${borderClass}` : ""}`}
  >
    {borderClass ? children : <Parcel>{children}</Parcel>}
  </div>
);

const focusOnce = (element: HTMLElement | null) => element?.focus();

export const Title = ({ children }: { children: string }) => (
  <p className="font-display text-heading leading-tight">{children}</p>
);

export const TransactionId = ({ id }: { id: string }) => (
  <p className="mt-3 text-quiet">
    {texts.transactionId}{" "}
    <span className="font-medium text-base-content">
      <LongId id={id} />
    </span>
  </p>
);

interface PaymentTakenProps {
  transactionId: string;
  error: Error | null;
  onRetry: () => void;
}

/** The card paid, and the shop does not know it yet. */
export const PaymentTaken = ({ transactionId, error, onRetry }: PaymentTakenProps) => (
  <PaymentResult key={error ? "not entered" : "taken"} borderClass="border-warning">
    <p>{texts.taken}</p>
    {error && (
      <>
        <div className="my-4 text-error">
          <FormError error={error} />
        </div>
        {!needsLogin(error) && (
          <Button variant="outline" small onClick={onRetry}>
            {texts.tryAgain}
          </Button>
        )}
      </>
    )}
    <TransactionId id={transactionId} />
  </PaymentResult>
);
