import { useForm } from "react-hook-form";
import { useSendsEmail } from "../../../api/use-sends-email.ts";
import { Button } from "../../../ui/Button.tsx";
import { Field } from "../../../ui/Field.tsx";
import { newCustomerTexts as texts } from "./enter-order.texts.en.tsx";

interface NewCustomerFormProps {
  /** The search that found no customer. */
  typed: string;
  onChoose: (customer: { name: string; email: string }) => void;
  onCancel: () => void;
}

/** Name and address of a customer who has no account. The account is made with the order. */
export function NewCustomerForm({ typed, onChoose, onCancel }: NewCustomerFormProps) {
  const sendsEmail = useSendsEmail();
  const isEmail = typed.includes("@");
  const { register, handleSubmit, formState } = useForm({
    defaultValues: { name: isEmail ? "" : typed, email: isEmail ? typed : "" },
  });
  const { errors } = formState;
  const choose = handleSubmit(({ name, email }) =>
    onChoose({ name: name.trim(), email: email.trim().toLowerCase() }),
  );

  return (
    <form noValidate onSubmit={(event) => void choose(event)}>
      <p className="mb-3 max-w-prose text-sm text-quiet">
        {sendsEmail ? texts.getsAccountByEmail : texts.getsAccount}
      </p>
      <div className="grid gap-x-6 sm:grid-cols-2">
        <Field
          label={texts.name}
          autoFocus
          autoComplete="off"
          maxLength={120}
          dir="auto"
          error={errors.name?.message}
          {...register("name", { validate: (name) => name.trim() !== "" || texts.nameRequired })}
        />
        <Field
          label={texts.email}
          type="email"
          autoComplete="off"
          hint={texts.emailHint}
          error={errors.email?.message}
          {...register("email", {
            required: texts.emailRequired,
            pattern: { value: /^\s*\S+@\S+\.\S+\s*$/, message: texts.emailInvalid },
          })}
        />
      </div>
      <div className="mt-2 flex flex-wrap gap-3">
        <Button type="submit" variant="outline" small>
          {texts.use}
        </Button>
        <Button variant="quiet" small onClick={onCancel}>
          {texts.cancel}
        </Button>
      </div>
    </form>
  );
}
