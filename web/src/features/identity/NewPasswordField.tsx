import type { ComponentProps } from "react";
import { Field } from "../../ui/Field.tsx";
import { weaknessOf } from "./weakness.ts";

interface NewPasswordFieldProps extends ComponentProps<typeof Field> {
  /** What stands in it now. */
  typed: string;
  /** What others know of its owner. */
  owner?: string[];
}

/** A password that is chosen here. An easy one is taken all the same: it is said, and left to its owner. */
export function NewPasswordField({ typed, owner, ...field }: NewPasswordFieldProps) {
  const weakness = weaknessOf(typed, owner);
  return (
    <div>
      <Field type="password" required autoComplete="new-password" {...field} />
      <p role="status" className="-mt-3 pb-2 text-sm text-quiet empty:hidden">
        {weakness && `Easy to guess: ${weakness}`}
      </p>
    </div>
  );
}
