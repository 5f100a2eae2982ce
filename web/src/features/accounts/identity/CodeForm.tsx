import "./identity.css";
import { type ReactNode, useEffect, useRef } from "react";
import { Button } from "../../../ui/Button.tsx";
import { Field } from "../../../ui/Field.tsx";
import { useApiForm } from "../../../ui/use-api-form.ts";
import { codeTexts as texts } from "./AuthLayout.texts.en.tsx";
import type { CodeExpiry } from "./code-expiry.ts";
import { codeDigits, codeRules } from "./field-rules.ts";
import { InlineError } from "./PictureLayout.tsx";
import { formatSeconds, useCountdown } from "./use-countdown.ts";

interface CodeFormProps {
  /** The phone number that the code was sent to. */
  target: ReactNode;
  expiry: CodeExpiry;
  submitLabel: string;
  onCode: (code: string) => Promise<void>;
  onResend: () => Promise<void>;
  /** The label of the button that returns to the previous form. */
  otherLabel: string;
  onOther: () => void;
}

/** The form for a six-digit code that was sent by text message. */
export function CodeForm(props: CodeFormProps) {
  const { target, expiry, submitLabel, onCode, onResend, otherLabel, onOther } = props;
  const form = useApiForm({
    defaultValues: { code: "" },
    call: ({ code }) => onCode(codeDigits(code)),
    errorsBelow: true,
    failed: (): void => setFocus("code", { shouldSelect: true }),
  });
  const { setFocus, resetField } = form;
  const left = useCountdown(expiry.expiresIn, expiry);
  const untilResend = useCountdown(expiry.resendIn, expiry);
  const resending = useRef(false);

  useEffect(() => setFocus("code"), [setFocus]);

  const resend = async () => {
    if (resending.current) return;
    resending.current = true;
    form.clearErrors();
    form.setFailure(undefined);
    try {
      await onResend();
      resetField("code");
      setFocus("code");
    } catch (error) {
      form.setFailure(error as Error);
    } finally {
      resending.current = false;
    }
  };

  return (
    <form noValidate className="space-y-3" onSubmit={form.submit}>
      <p>{texts.sentTo(<strong className="font-semibold wrap-anywhere">{target}</strong>)}</p>
      <Field
        label={texts.code}
        required
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={12}
        className="code-field"
        hint={<Remaining left={left} />}
        {...form.field("code", codeRules)}
      />
      <Button type="submit" busy={form.busy} className="w-full">
        {submitLabel}
      </Button>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 text-sm">
        {untilResend > 0 ? (
          <p className="figures py-2 text-quiet">{texts.anotherIn(formatSeconds(untilResend))}</p>
        ) : (
          <button type="button" className="link-like py-2" onClick={() => void resend()}>
            {texts.sendAnother}
          </button>
        )}
        <button type="button" className="link-like py-2" onClick={onOther}>
          {otherLabel}
        </button>
      </div>
      <Announcement left={left} untilResend={untilResend} />
      <InlineError error={form.failure} />
    </form>
  );
}

/** Changes every second. `Announcement` is for screen readers. */
const Remaining = ({ left }: { left: number }) => (
  <span className="figures">
    {left > 0 ? texts.validFor(formatSeconds(left)) : texts.expiredSendAnother}
  </span>
);

/** Announces the important changes instead of every second. */
function Announcement({ left, untilResend }: { left: number; untilResend: number }) {
  const text =
    left === 0
      ? texts.expired
      : left <= 60
        ? texts.oneMinuteLeft
        : untilResend === 0
          ? texts.canRequestAnother
          : "";
  return (
    <p role="status" className="sr-only">
      {text}
    </p>
  );
}
