import "./checkout.css";
import type { ReactNode } from "react";
import { Icon } from "../../../../ui/icons.tsx";
import { texts } from "./checkout.texts.en.tsx";
import { useIsWide } from "./use-is-wide.ts";

interface CheckoutLayoutProps {
  /** The second of the three steps. */
  delivery?: string;
  /** The first step that is not complete: 0, 1 or 2. */
  step: number;
  /** What is bought. Phones fold it to one line above the heading. */
  sum?: ReactNode;
  children: ReactNode;
}

/** A column with the heading, the steps and the form, and beside it what is bought. */
export function CheckoutLayout({
  delivery = texts.delivery,
  step,
  sum,
  children,
}: CheckoutLayoutProps) {
  const isWide = useIsWide();
  return (
    <div className="checkout-page measure">
      <div className="checkout-top">
        <h1 className="font-display text-3xl">{texts.title}</h1>
        <ol aria-label={texts.steps} className="checkout-steps">
          {[texts.you, delivery, texts.pay].map((name, index) => (
            <li key={name} aria-current={index === step ? "step" : undefined}>
              <span className="checkout-mark">{index < step && <CheckIcon />}</span>
              {name}
              {index < step && <span className="sr-only">{texts.isComplete}</span>}
            </li>
          ))}
        </ol>
      </div>
      {/* The keyboard reaches it in the order of the page: above the form, or after it. */}
      {!isWide && sum}
      <div className="checkout-main">{children}</div>
      {isWide && sum}
    </div>
  );
}

const CheckIcon = () => (
  <Icon>
    <path d="m5 12.5 4.5 4.5L19 7.5" />
  </Icon>
);

/** Has the boxes of the form, so that nothing moves when it arrives. */
export const CheckoutSkeleton = ({ label }: { label: string }) => (
  <CheckoutLayout
    step={0}
    sum={
      <div className="checkout-sum">
        <div className="checkout-summary" />
      </div>
    }
  >
    <p role="status" className="sr-only">
      {texts.wait(label)}
    </p>
    <div className="checkout-bones appear-late" />
  </CheckoutLayout>
);
