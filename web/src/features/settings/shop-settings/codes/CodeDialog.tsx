import { Choice } from "../../../../ui/Choice.tsx";
import { Dialog } from "../../../../ui/Dialog.tsx";
import { Field } from "../../../../ui/Field.tsx";
import { FormActions } from "../../../../ui/FormActions.tsx";
import { useApiForm } from "../../../../ui/use-api-form.ts";
import type { NewCode } from "./queries.ts";

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
  <Dialog open={open} title="Add a discount code" onClose={onClose}>
    {open && <CodeForm onClose={onClose} onSave={onSave} />}
  </Dialog>
);

function CodeForm({ onClose, onSave }: Omit<CodeDialogProps, "open">) {
  const form = useApiForm({ keepAs: "discount code", defaultValues: FIRST, call: onSave });
  const kind = form.watch("kind");
  return (
    <form noValidate className="mt-5" onSubmit={form.submit}>
      <Field
        label="Code"
        hint="Letters, digits and hyphens. Customers may write it in small letters."
        placeholder="SPRING10"
        autoComplete="off"
        autoCapitalize="characters"
        maxLength={40}
        {...form.field("code")}
      />
      <Choice
        legend="What it gives"
        className="mb-5"
        options={[
          ["percent", "Percent"],
          ["amount", "Amount"],
          ["delivery", "Free delivery"],
        ]}
        value={kind}
        onChange={(value) => form.setValue("kind", value as NewCode["kind"])}
      />
      <div className="grid grid-cols-2 gap-x-4">
        {kind !== "delivery" && (
          <Field
            label={kind === "percent" ? "Percent off the goods" : "Dollars off the goods"}
            className="max-sm:col-span-2"
            inputMode="decimal"
            autoComplete="off"
            maxLength={12}
            {...form.field("value")}
          />
        )}
        <Field
          label="Minimum order"
          className="max-sm:col-span-2"
          inputMode="decimal"
          autoComplete="off"
          maxLength={12}
          {...form.field("minimum")}
        />
        <Field label="First day" type="date" {...form.field("from")} />
        <Field label="Last day" type="date" {...form.field("until")} />
        <Field
          label="Number of uses"
          className="max-sm:col-span-2"
          hint="Empty: no limit."
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
          Once for each customer
          <span className="block text-sm text-quiet">
            By the e-mail address. Who has several addresses can use it several times.
          </span>
        </span>
      </label>
      <FormActions form={form} onCancel={onClose}>
        Add
      </FormActions>
    </form>
  );
}
