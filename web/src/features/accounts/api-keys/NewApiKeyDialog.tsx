import { useState } from "react";
import type { KeyScope } from "../../../api/client.ts";
import { Button } from "../../../ui/Button.tsx";
import { Dialog } from "../../../ui/Dialog.tsx";
import { Field, FieldError } from "../../../ui/Field.tsx";
import { FormActions } from "../../../ui/FormActions.tsx";
import { focusFirst } from "../../../ui/focus-first.ts";
import { SelectField } from "../../../ui/SelectField.tsx";
import { useApiForm } from "../../../ui/use-api-form.ts";
import { useCreateApiKey } from "./queries.ts";
import { SCOPES } from "./scopes.ts";

interface NewApiKeyDialogProps {
  open: boolean;
  onClose: () => void;
}

/** Creates a key, then shows it once. */
export function NewApiKeyDialog({ open, onClose }: NewApiKeyDialogProps) {
  const [key, setKey] = useState("");
  const close = () => {
    setKey("");
    onClose();
  };
  return (
    <Dialog open={open} title={key ? "Copy your key now" : "New API key"} onClose={close}>
      {open &&
        (key ? (
          <CreatedKey value={key} onClose={close} />
        ) : (
          <KeyForm onCreated={setKey} onClose={close} />
        ))}
    </Dialog>
  );
}

function CreatedKey({ value, onClose }: { value: string; onClose: () => void }) {
  const [isCopied, setIsCopied] = useState(false);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value);
      setIsCopied(true);
    } catch {
      // The browser denies it. The key can be selected.
    }
  };
  return (
    <>
      <p className="mt-3 text-quiet">We won’t show it again. Keep it as safe as a password.</p>
      <p className="mt-4 border border-rule-strong p-3 wrap-anywhere select-all">
        <code>{value}</code>
      </p>
      <p role="status" className="mt-2 min-h-5 text-sm leading-5 text-success">
        {isCopied && "Copied"}
      </p>
      <div className="mt-4 flex flex-wrap justify-end gap-3">
        <Button variant="outline" onClick={() => void copy()}>
          Copy
        </Button>
        <Button onClick={onClose}>Done</Button>
      </div>
    </>
  );
}

interface KeyFormProps {
  onCreated: (key: string) => void;
  onClose: () => void;
}

function KeyForm({ onCreated, onClose }: KeyFormProps) {
  const creating = useCreateApiKey();
  const form = useApiForm({
    keepAs: "API key",
    secrets: ["password"],
    defaultValues: { name: "", scopes: [] as KeyScope[], days: "90", password: "" },
    call: ({ days, ...typed }) => creating.mutateAsync({ ...typed, days: Number(days) }),
    done: ({ key }) => onCreated(key),
  });
  const { field, register, watch } = form;
  const { error: scopesError, ...scopes } = field("scopes", {
    validate: (chosen) => chosen.length > 0 || "Choose what the key can do.",
  });

  return (
    <form ref={focusFirst} noValidate className="mt-4" onSubmit={form.submit}>
      <Field
        label="What is it for?"
        placeholder="Stock from the warehouse"
        autoComplete="off"
        maxLength={60}
        {...field("name", { required: "Name is required" })}
      />
      <fieldset aria-describedby="scopes-error">
        <legend className="mb-1.5 text-sm font-medium">What can it do?</legend>
        {Object.entries(SCOPES).map(([scope, text]) => (
          <label key={scope} className="flex min-h-9 cursor-pointer items-start gap-3 py-1.5">
            <input
              type="checkbox"
              value={scope}
              className="mt-0.5 size-5 shrink-0 accent-primary"
              {...scopes}
            />
            <span>{text}</span>
          </label>
        ))}
        <div role="status">
          {watch("scopes").includes("refunds:write") && (
            <p className="my-2 border-l-2 border-warning py-1 pl-4">
              This key can pay back the money of every paid order, and a refund cannot be undone.
              Choose it only for a program that you trust with your money.
            </p>
          )}
        </div>
        <FieldError id="scopes-error" message={scopesError} />
      </fieldset>
      <SelectField label="How long should it work?" className="mb-5" {...register("days")}>
        <option value="30">30 days</option>
        <option value="90">90 days</option>
        <option value="365">1 year</option>
      </SelectField>
      <Field
        label="Your password"
        type="password"
        autoComplete="current-password"
        hint="Leave it empty if your account has no password."
        {...field("password")}
      />
      <FormActions wide className="mt-4" form={form} onCancel={onClose}>
        Create
      </FormActions>
    </form>
  );
}
