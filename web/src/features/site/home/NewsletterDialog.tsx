import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { ApiError } from "../../../api/errors.ts";
import { Button } from "../../../ui/Button.tsx";
import { Dialog } from "../../../ui/Dialog.tsx";
import { Field, FieldError } from "../../../ui/Field.tsx";
import { FormError } from "../../../ui/FormError.tsx";
import { LoadError } from "../../../ui/LoadError.tsx";
import { Spinner } from "../../../ui/Spinner.tsx";
import { useApiForm } from "../../../ui/use-api-form.ts";
import { texts } from "./newsletter.texts.en.ts";
import { newsletterQuery, type Subscription, subscribe } from "./newsletter.ts";

/** Asks for an address and the consent to send news to it. */
export default function NewsletterDialog() {
  const [isOpen, setOpen] = useState(true);
  const [sentTo, setSentTo] = useState("");
  const { data, error, refetch } = useQuery(newsletterQuery);
  const close = () => setOpen(false);
  return (
    <Dialog open={isOpen} title={texts.title} onClose={close}>
      {sentTo ? (
        <>
          <p role="status" className="mt-3 wrap-anywhere">
            {texts.sent(sentTo)}
          </p>
          <div className="mt-8 flex justify-end">
            <Button onClick={close}>{texts.ok}</Button>
          </div>
        </>
      ) : error ? (
        <div className="mt-4">
          <LoadError error={error} onRetry={() => void refetch()} />
        </div>
      ) : data ? (
        <NewsletterForm
          wording={data.wording}
          onSent={setSentTo}
          onCancel={close}
          onStale={() => void refetch()}
        />
      ) : (
        <Spinner label={texts.loading} />
      )}
    </Dialog>
  );
}

interface NewsletterFormProps {
  wording: string;
  onSent: (email: string) => void;
  onCancel: () => void;
  /** The shop has another wording now. */
  onStale: () => void;
}

function NewsletterForm({ wording, onSent, onCancel, onStale }: NewsletterFormProps) {
  const id = useId();
  const form = useApiForm({
    defaultValues: { email: "", consent: false } satisfies Subscription,
    call: (typed) => subscribe(typed, wording),
    done: (_answer, { email }): void => onSent(email.trim()),
    failed: (error): boolean => {
      if (error instanceof ApiError && error.code === "wording_changed") {
        // The box is for the text that was read.
        form.setValue("consent", false);
        onStale();
      }
      return false;
    },
  });
  const { error: consentError, ...consent } = form.field("consent", {
    required: texts.consentRequired,
  });
  return (
    <form noValidate className="mt-4" onSubmit={form.submit}>
      <Field
        label={texts.email}
        type="email"
        autoComplete="email"
        required
        {...form.field("email", { required: texts.emailRequired })}
      />
      <label className="mt-2 flex items-start gap-3 text-sm">
        <input
          type="checkbox"
          className="mt-0.5 size-5 shrink-0 accent-primary"
          aria-invalid={consentError ? true : undefined}
          aria-describedby={`${id}-error`}
          {...consent}
        />
        <span className="wrap-anywhere">{wording}</span>
      </label>
      <FieldError id={`${id}-error`} message={consentError} />
      <div role="alert" className="mt-2 text-error empty:hidden">
        {form.failure && <FormError error={form.failure} />}
      </div>
      <div className="mt-6 flex flex-wrap justify-end gap-3">
        <Button variant="outline" onClick={onCancel}>
          {texts.cancel}
        </Button>
        <Button type="submit" busy={form.busy}>
          {form.busy ? texts.subscribing : texts.subscribe}
        </Button>
      </div>
    </form>
  );
}
