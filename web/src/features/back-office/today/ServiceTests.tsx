import type { ReactNode } from "react";
import { errorMessage } from "../../../api/error-messages.ts";
import { Button } from "../../../ui/Button.tsx";
import { useTestEmail, useTestPayments } from "./queries.ts";
import { tests } from "./texts.en.ts";
import { describePaymentTest, type Finding } from "./today.ts";

export function EmailTestButton() {
  const test = useTestEmail();
  const findings = test.data && [
    test.data.isSent
      ? { isFine: true, text: tests.emailSent(test.data.to, test.data.answer) }
      : { isFine: false, text: tests.emailNotSent(test.data.to, test.data.answer) },
  ];
  return (
    <TestButton test={test} findings={findings}>
      {tests.sendEmail}
    </TestButton>
  );
}

export function PaymentTestButton() {
  const test = useTestPayments();
  return (
    <TestButton test={test} findings={test.data && describePaymentTest(test.data)}>
      {tests.testPayments}
    </TestButton>
  );
}

interface TestButtonProps {
  test: { isPending: boolean; error: unknown; mutate: () => void };
  findings: Finding[] | undefined;
  children: ReactNode;
}

function TestButton({ test: { isPending, error, mutate }, findings, children }: TestButtonProps) {
  const shown = error ? [{ isFine: false, text: errorMessage(error) }] : (findings ?? []);
  return (
    <div className="mt-2">
      <Button variant="outline" small busy={isPending} onClick={() => mutate()}>
        {children}
      </Button>
      <ul role="status" className="mt-2 grid gap-1 text-sm wrap-anywhere empty:hidden">
        {!isPending &&
          shown.map(({ isFine, text }) => (
            <li
              key={text}
              className={`pl-3 border-l-2 ${isFine ? "border-success" : "border-error"}`}
            >
              {text}
            </li>
          ))}
      </ul>
    </div>
  );
}
