import { useState } from "react";
import type { KeyScope } from "../../../api/client.ts";
import { Button } from "../../../ui/Button.tsx";
import { Dialog } from "../../../ui/Dialog.tsx";
import { Field, FieldError } from "../../../ui/Field.tsx";
import { FormActions } from "../../../ui/FormActions.tsx";
import { focusFirst } from "../../../ui/focus-first.ts";
import { SelectField } from "../../../ui/SelectField.tsx";
import { useApiForm } from "../../../ui/use-api-form.ts";
import { counted } from "../../../words.en.ts";
import { useCreateApiKey } from "./queries.ts";
import { texts as keyTexts, newKeyTexts as texts } from "./texts.en.tsx";

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
    <Dialog open={open} title={key ? texts.createdTitle : texts.title} onClose={close}>
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
      <p className="mt-3 text-quiet">{texts.notShownAgain}</p>
      <p className="mt-4 border border-rule-strong p-3 wrap-anywhere select-all">
        <code>{value}</code>
      </p>
      <p role="status" className="mt-2 min-h-5 text-sm leading-5 text-success">
        {isCopied && texts.copied}
      </p>
      <div className="mt-4 flex flex-wrap justify-end gap-3">
        <Button variant="outline" onClick={() => void copy()}>
          {texts.copy}
        </Button>
        <Button onClick={onClose}>{texts.done}</Button>
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
    validate: (chosen) => chosen.length > 0 || texts.scopeRequired,
  });

  return (
    <form ref={focusFirst} noValidate className="mt-4" onSubmit={form.submit}>
      <Field
        label={texts.whatFor}
        placeholder={texts.example}
        autoComplete="off"
        maxLength={60}
        {...field("name", { required: texts.nameRequired })}
      />
      <fieldset aria-describedby="scopes-error">
        <legend className="mb-1.5 text-sm font-medium">{texts.whatItCanDo}</legend>
        {Object.entries(keyTexts.scopes).map(([scope, text]) => (
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
            <p className="my-2 border-l-2 border-warning py-1 pl-4">{texts.refundWarning}</p>
          )}
        </div>
        <FieldError id="scopes-error" message={scopesError} />
      </fieldset>
      <SelectField label={texts.howLong} className="mb-5" {...register("days")}>
        <option value="30">{counted.days(30)}</option>
        <option value="90">{counted.days(90)}</option>
        <option value="365">{texts.oneYear}</option>
      </SelectField>
      <Field
        label={texts.yourPassword}
        type="password"
        autoComplete="current-password"
        hint={texts.passwordHint}
        {...field("password")}
      />
      <FormActions wide className="mt-4" form={form} onCancel={onClose}>
        {texts.create}
      </FormActions>
    </form>
  );
}
