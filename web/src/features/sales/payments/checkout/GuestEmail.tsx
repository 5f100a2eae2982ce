import { checkoutPath } from "../../../../page-paths.ts";
import { paths } from "../../../../pages.ts";
import { AppLink } from "../../../../ui/AppLink.tsx";
import { Field } from "../../../../ui/Field.tsx";
import type { CheckoutApiForm } from "../../AddressFields.tsx";

interface GuestEmailProps {
  form: CheckoutApiForm;
  isPlaced: boolean;
}

/** What the shop asks a visitor without a login first. */
export const GuestEmail = ({ form, isPlaced }: GuestEmailProps) => (
  <>
    <p className="text-sm text-quiet">
      Have an account?{" "}
      <AppLink
        to={`${paths.login}?returnTo=${encodeURIComponent(checkoutPath)}`}
        className="font-medium text-base-content underline underline-offset-4"
      >
        Log in
      </AppLink>
    </p>
    <Field
      label="E-mail"
      type="email"
      autoComplete="email"
      maxLength={254}
      disabled={isPlaced}
      className="checkout-email"
      hint="For the link to your order."
      {...form.field("email", { required: "Please enter your e-mail." })}
    />
  </>
);
