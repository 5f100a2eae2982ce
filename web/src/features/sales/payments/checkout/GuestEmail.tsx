import { checkoutPath } from "../../../../page-paths.ts";
import { paths } from "../../../../pages.ts";
import { AppLink } from "../../../../ui/AppLink.tsx";
import { Field } from "../../../../ui/Field.tsx";
import type { CheckoutApiForm } from "../../AddressFields.tsx";
import { texts } from "./checkout.texts.en.tsx";

interface GuestEmailProps {
  form: CheckoutApiForm;
  isPlaced: boolean;
}

/** What the shop asks a visitor without a login first. */
export const GuestEmail = ({ form, isPlaced }: GuestEmailProps) => (
  <>
    <p className="text-sm text-quiet">
      {texts.haveAccount((text) => (
        <AppLink
          to={`${paths.login}?returnTo=${encodeURIComponent(checkoutPath)}`}
          className="font-medium text-base-content underline underline-offset-4"
        >
          {text}
        </AppLink>
      ))}
    </p>
    <Field
      label={texts.email}
      type="email"
      autoComplete="email"
      maxLength={254}
      disabled={isPlaced}
      className="checkout-email"
      hint={texts.emailHint}
      {...form.field("email", { required: texts.emailNeeded })}
    />
  </>
);
