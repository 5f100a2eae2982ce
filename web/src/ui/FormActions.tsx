import type { ComponentProps, ReactNode } from "react";
import { Button } from "./Button.tsx";
import { FormError } from "./FormError.tsx";
import { texts } from "./texts.en.ts";

interface FormFailureProps extends Omit<ComponentProps<typeof FormError>, "error"> {
  /** What useApiForm returned. */
  form: { failure: Error | undefined };
  className?: string;
}

/** Why the form was not accepted, if no field shows it. */
export const FormFailure = ({ form: { failure }, className = "", ...more }: FormFailureProps) => (
  <div role="alert" className={`text-error ${className}`}>
    {failure && <FormError error={failure} {...more} />}
  </div>
);

interface FormActionsProps {
  form: { failure: Error | undefined; busy: boolean };
  onCancel: () => void;
  variant?: "primary" | "danger";
  wide?: boolean;
  /** The classes of the buttons' row. */
  className?: string;
  /** The text of the button that submits the form. */
  children: ReactNode;
}

/** The end of a form in a dialog. */
export const FormActions = ({
  form,
  onCancel,
  variant = "primary",
  wide,
  className = "mt-6",
  children,
}: FormActionsProps) => (
  <>
    <FormFailure form={form} />
    <div className={`flex flex-wrap justify-end gap-3 ${className}`}>
      <Button variant="outline" onClick={onCancel}>
        {texts.cancel}
      </Button>
      <Button type="submit" variant={variant} className={wide ? "min-w-24" : ""} busy={form.busy}>
        {children}
      </Button>
    </div>
  </>
);
