import { type FormEvent, useId, useState } from "react";
import type { WebhookEvent } from "../../../api/client.ts";
import { errorMessage } from "../../../api/error-messages.ts";
import { ApiError } from "../../../api/errors.ts";
import { Button } from "../../../ui/Button.tsx";
import { Dialog } from "../../../ui/Dialog.tsx";
import { Field } from "../../../ui/Field.tsx";
import type { WebhookChoice } from "./queries.ts";
import { EVENTS } from "./webhooks.ts";

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
  const [url, setUrl] = useState(first.url);
  const [events, setEvents] = useState(first.events);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const eventsError = useId();
  const fields = error instanceof ApiError ? error.fields : [];
  const fault = (name: string) => fields.find(({ field }) => field === name)?.detail;

  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    setError(undefined);
    try {
      await onSave({ ...first, url, events });
    } catch (error) {
      setError(error);
      setBusy(false);
    }
  };

  return (
    <form noValidate className="mt-5" onSubmit={(event) => void save(event)}>
      <Field
        label="Address"
        type="url"
        maxLength={500}
        placeholder="https://"
        value={url}
        error={fault("url")}
        onChange={(event) => setUrl(event.target.value)}
      />
      <fieldset className="mt-2" aria-describedby={eventsError}>
        <legend className="mb-2 text-sm font-medium">Events</legend>
        {(Object.keys(EVENTS) as WebhookEvent[]).map((name) => (
          <label key={name} className="flex min-h-8 cursor-pointer items-start gap-3">
            <input
              type="checkbox"
              className="mt-0.5 size-5 shrink-0 accent-primary"
              checked={events.includes(name)}
              onChange={({ target }) =>
                setEvents(
                  target.checked ? [...events, name] : events.filter((other) => other !== name),
                )
              }
            />
            <span>
              {EVENTS[name]} <code className="text-sm text-quiet">{name}</code>
            </span>
          </label>
        ))}
        <p id={eventsError} role="alert" className="min-h-5 pt-1 text-sm text-error">
          {fault("events") && "Choose at least one event."}
        </p>
      </fieldset>
      <div role="alert" className="text-error">
        {error !== undefined && fields.length === 0 && (
          <p className="mt-3">{errorMessage(error)}</p>
        )}
      </div>
      <div className="mt-6 flex flex-wrap justify-end gap-3">
        <Button variant="outline" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" busy={busy}>
          Save
        </Button>
      </div>
    </form>
  );
}
