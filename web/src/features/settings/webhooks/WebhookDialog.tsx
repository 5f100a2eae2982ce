import { useId } from "react";
import type { WebhookEvent } from "../../../api/client.ts";
import { Dialog } from "../../../ui/Dialog.tsx";
import { Field } from "../../../ui/Field.tsx";
import { FormActions } from "../../../ui/FormActions.tsx";
import { useApiForm } from "../../../ui/use-api-form.ts";
import type { WebhookChoice } from "./queries.ts";
import { texts } from "./shared.texts.en.ts";

interface WebhookDialogProps {
  title: string;
  open: boolean;
  /** What the fields have at first. */
  first: WebhookChoice;
  onClose: () => void;
  onSave: (choice: WebhookChoice) => Promise<void>;
}

/** The address and the events of a webhook. */
export function WebhookDialog({ title, open, onClose, ...form }: WebhookDialogProps) {
  return (
    <Dialog open={open} title={title} onClose={onClose}>
      {open && <WebhookForm onClose={onClose} {...form} />}
    </Dialog>
  );
}

function WebhookForm({ first, onClose, onSave }: Omit<WebhookDialogProps, "title" | "open">) {
  const eventsError = useId();
  const form = useApiForm({
    keepAs: `webhook ${first.url}`,
    defaultValues: { url: first.url, events: first.events },
    call: (typed) => onSave({ ...first, ...typed }),
  });
  const { error, ...events } = form.field("events");

  return (
    <form noValidate className="mt-5" onSubmit={form.submit}>
      <Field
        label={texts.address}
        type="url"
        maxLength={500}
        placeholder="https://"
        {...form.field("url")}
      />
      <fieldset className="mt-2" aria-describedby={eventsError}>
        <legend className="mb-2 text-sm font-medium">{texts.events}</legend>
        {(Object.keys(texts.eventNames) as WebhookEvent[]).map((name) => (
          <label key={name} className="flex min-h-8 cursor-pointer items-start gap-3">
            <input
              type="checkbox"
              className="mt-0.5 size-5 shrink-0 accent-primary"
              value={name}
              {...events}
            />
            <span>
              {texts.eventNames[name]} <code className="text-sm text-quiet">{name}</code>
            </span>
          </label>
        ))}
        <p id={eventsError} role="alert" className="min-h-5 pt-1 text-sm text-error">
          {error && texts.chooseEvent}
        </p>
      </fieldset>
      <FormActions form={form} onCancel={onClose}>
        {texts.save}
      </FormActions>
    </form>
  );
}
