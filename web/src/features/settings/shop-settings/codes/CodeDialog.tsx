import { Choice } from "../../../../ui/Choice.tsx";
import { Dialog } from "../../../../ui/Dialog.tsx";
import { Field } from "../../../../ui/Field.tsx";
import { FormActions } from "../../../../ui/FormActions.tsx";
import { useApiForm } from "../../../../ui/use-api-form.ts";
import type { NewCode } from "./queries.ts";
import { form as texts } from "./texts.en.ts";

interface CodeDialogProps {
  open: boolean;
  onClose: () => void;
  onSave: (code: NewCode) => Promise<void>;
}

const FIRST: NewCode = {
  code: "",
  kind: "percent",
  value: "",
  minimum: "",
  from: "",
  until: "",
  maxUses: "",
  oncePerCustomer: false,
};

export const CodeDialog = ({ open, onClose, onSave }: CodeDialogProps) => (
  <Dialog open={open} title={texts.title} onClose={onClose}>
    {open && <CodeForm onClose={onClose} onSave={onSave} />}
  </Dialog>
);

function CodeForm({ onClose, onSave }: Omit<CodeDialogProps, "open">) {
  const form = useApiForm({ keepAs: "discount code", defaultValues: FIRST, call: onSave });
  const kind = form.watch("kind");
  return (
    <form noValidate className="mt-5" onSubmit={form.submit}>
      <Field
        label={texts.code}
        hint={texts.codeHint}
        placeholder={texts.codeExample}
        autoComplete="off"
        autoCapitalize="characters"
        maxLength={40}
        {...form.field("code")}
      />
      <Choice
        legend={texts.kind}
        className="mb-5"
        options={Object.entries(texts.kinds)}
        value={kind}
        onChange={(value) => form.setValue("kind", value as NewCode["kind"])}
      />
      <div className="grid grid-cols-2 gap-x-4">
        {kind !== "delivery" && (
          <Field
            label={texts.values[kind]}
            className="max-sm:col-span-2"
            inputMode="decimal"
            autoComplete="off"
            maxLength={12}
            {...form.field("value")}
          />
        )}
        <Field
          label={texts.minimum}
          className="max-sm:col-span-2"
          inputMode="decimal"
          autoComplete="off"
          maxLength={12}
          {...form.field("minimum")}
        />
        <Field label={texts.from} type="date" {...form.field("from")} />
        <Field label={texts.until} type="date" {...form.field("until")} />
        <Field
          label={texts.maxUses}
          className="max-sm:col-span-2"
          hint={texts.maxUsesHint}
          inputMode="numeric"
          autoComplete="off"
          maxLength={7}
          {...form.field("maxUses")}
        />
      </div>
      <label className="flex items-start gap-3">
        <input
          type="checkbox"
          className="mt-0.5 size-5 shrink-0 accent-primary"
          {...form.register("oncePerCustomer")}
        />
        <span>
          {texts.once}
          <span className="block text-sm text-quiet">{texts.onceHint}</span>
        </span>
      </label>
      <FormActions form={form} onCancel={onClose}>
        {texts.add}
      </FormActions>
    </form>
  );
}
