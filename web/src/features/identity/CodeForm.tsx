import { type ReactNode, useEffect, useRef } from "react";
import { useForm } from "react-hook-form";
import { sentence } from "../../api/error-messages.ts";
import { Button } from "../../ui/Button.tsx";
import { Field } from "../../ui/Field.tsx";
import type { Sending } from "./code-expiry.ts";
import { codeDigits, codeRules } from "./field-rules.ts";
import { FormError } from "./PictureLayout.tsx";
import { clock, useSecondsLeft } from "./use-countdown.ts";

interface CodeFormProps {
  /** The number or the address the code went to. */
  target: ReactNode;
  sending: Sending;
  submit: string;
  onCode: (code: string) => Promise<void>;
  onResend: () => Promise<void>;
  /** What leads back to the number or the address. */
  other: string;
  onOther: () => void;
}

/** The second half of a proof: the six digits that were sent somewhere. */
export function CodeForm(props: CodeFormProps) {
  const { target, sending, submit, onCode, onResend, other, onOther } = props;
  const { register, handleSubmit, setError, clearErrors, setFocus, resetField, formState } =
    useForm({ defaultValues: { code: "" } });
  const { errors, isSubmitting } = formState;
  const left = useSecondsLeft(sending.endsIn, sending);
  const untilResend = useSecondsLeft(sending.resendIn, sending);
  const resending = useRef(false);

  useEffect(() => setFocus("code"), [setFocus]);

  const verify = handleSubmit(async ({ code }) => {
    try {
      await onCode(codeDigits(code));
    } catch (error) {
      setError("root", { message: sentence(error) });
      setFocus("code", { shouldSelect: true });
    }
  });

  const resend = async () => {
    if (resending.current) return;
    resending.current = true;
    clearErrors();
    try {
      await onResend();
      resetField("code");
      setFocus("code");
    } catch (error) {
      setError("root", { message: sentence(error) });
    } finally {
      resending.current = false;
    }
  };

  return (
    <form noValidate className="space-y-3" onSubmit={(event) => void verify(event)}>
      <p>
        We have sent a code of six digits to{" "}
        <strong className="font-semibold wrap-anywhere">{target}</strong>.
      </p>
      <Field
        label="Code"
        required
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={12}
        className="code-field"
        hint={<Remaining left={left} />}
        error={errors.code?.message}
        {...register("code", codeRules)}
      />
      <Button type="submit" busy={isSubmitting} className="w-full">
        {submit}
      </Button>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 text-sm">
        {untilResend > 0 ? (
          <p className="figures py-2 text-quiet">Another code in {clock(untilResend)}</p>
        ) : (
          <button type="button" className="link-like py-2" onClick={() => void resend()}>
            Send another code
          </button>
        )}
        <button type="button" className="link-like py-2" onClick={onOther}>
          {other}
        </button>
      </div>
      <Announced left={left} untilResend={untilResend} />
      <FormError message={errors.root?.message} />
    </form>
  );
}

/** Runs every second for the eye; `Announced` has the words for the ear. */
const Remaining = ({ left }: { left: number }) => (
  <span className="figures">
    {left > 0 ? `It is good for another ${clock(left)}.` : "This code has ended. Send another one."}
  </span>
);

/** What is worth interrupting for: not each second. */
function Announced({ left, untilResend }: { left: number; untilResend: number }) {
  const text =
    left === 0
      ? "The code has ended."
      : left <= 60
        ? "The code is good for one more minute."
        : untilResend === 0
          ? "You can have another code sent."
          : "";
  return (
    <p role="status" className="sr-only">
      {text}
    </p>
  );
}
