import { useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { Controller, useWatch } from "react-hook-form";
import { useNavigate } from "react-router";
import type { Quote } from "../../../api/basket.ts";
import { ApiError } from "../../../api/errors.ts";
import type { PaymentMethod } from "../../../api/payment-methods.ts";
import { useRole } from "../../../api/session/use-role.ts";
import { today } from "../../../date.ts";
import { formatPrice } from "../../../money.ts";
import { manageOrderPath } from "../../../page-paths.ts";
import { paths } from "../../../pages.ts";
import { AppLink } from "../../../ui/AppLink.tsx";
import { Button } from "../../../ui/Button.tsx";
import { Choice } from "../../../ui/Choice.tsx";
import { FormFailure } from "../../../ui/FormActions.tsx";
import { LoadError } from "../../../ui/LoadError.tsx";
import { showToast } from "../../../ui/toast.tsx";
import { useApiForm } from "../../../ui/use-api-form.ts";
import { AddressFields, type CheckoutApiForm } from "../AddressFields.tsx";
import { isSameCode, partsOf, partsOfLine, placeOf, withKnown } from "../address.ts";
import { DeliveryChoice } from "../DeliveryChoice.tsx";
import { daysText } from "../delivery-texts.ts";
import { PurchaseSum } from "../PurchaseSum.tsx";
import { newQuoteOf, useQuote } from "../use-quote.ts";
import { formTexts as texts } from "./enter-order.texts.en.tsx";
import { lastDeliveryOfQuery, useEnterPurchase } from "./enter-order-queries.ts";
import { PaymentFields, paymentOf } from "./PaymentFields.tsx";

interface EnterOrderFormProps {
  /** The lines are undefined while a quantity cannot be ordered. */
  lines: { toolId: string; quantity: number }[] | undefined;
  /**
   * `isFound` says that the account was chosen from the list. Other customers get one, if their
   * address has none.
   */
  customer: { name: string; email: string; isFound: boolean };
}

const isUnconfirmed = (error: unknown) =>
  error instanceof ApiError && error.fields.some(({ code }) => code === "not_confirmed");

/** Delivery, sum and payment of an order that staff enters. */
export function EnterOrderForm({ lines, customer }: EnterOrderFormProps) {
  const { data: last } = useQuery(lastDeliveryOfQuery(customer.email));
  const isAdmin = useRole().data === "admin";
  const navigate = useNavigate();
  const entering = useEnterPurchase();
  const [isFetched, setIsFetched] = useState(false);
  const [method, setMethod] = useState<string>();
  // Whether the order is entered while its page is not open yet.
  const isEntered = useRef(false);
  // The next press says that it is this customer.
  const [isKnown, setIsKnown] = useState(customer.isFound);
  const form = useApiForm({
    keepAs: `order for ${customer.email}`,
    defaultValues: {
      address: withKnown({ name: customer.name }),
      isPaid: false,
      paymentMethod: "cash" as PaymentMethod,
      receivedOn: today(),
      reference: "",
    },
    waitsFor: () => ({ isUnderWay: asked.isCalculating, total: quote?.total }),
    refuse: () => {
      if (isEntered.current) return texts.isEntered;
      if (!lines) return texts.checkQuantities;
      if (!quote || asked.isOld) return texts.noSum;
      return quote.problems[0]?.detail;
    },
    call: ({ address, isPaid, ...payment }) =>
      entering.mutateAsync({
        lines: lines ?? [],
        customerEmail: customer.email,
        ...(!isKnown && { customerName: customer.name }),
        digest: quote?.digest ?? "",
        ...(!isFetched && { address: partsOf(address) }),
        ...(quote?.method && { method: quote.method }),
        ...(isPaid && paymentOf(payment)),
      }),
    done: ({ insertedId }) => {
      isEntered.current = true;
      showToast("success", texts.entered(customer.name));
      void navigate(manageOrderPath(insertedId));
    },
    failed: (error) => {
      const newQuote = newQuoteOf(error);
      if (newQuote) asked.show(newQuote);
      if (isUnconfirmed(error)) setIsKnown(true);
    },
  });
  const { control, getValues, resetField, setValue } = form;
  const [address, isPaid] = useWatch({ control, name: ["address", "isPaid"] });
  const isPlaceTyped = address.province !== "" || address.postalCode !== "";
  const asked = useQuote({
    key: ["entered"],
    lines: lines ?? [],
    ...(!isFetched && isPlaceTyped && { place: placeOf(address) }),
    method,
    isEnabled: lines !== undefined,
  });
  const { quote } = asked;
  const pickUp = quote?.methods.find((offered) => offered.pickUp);
  // A shop without delivery methods sends parcels and hands goods over all the same.
  const canFetch = pickUp !== undefined || quote?.methods.length === 0;

  useEffect(() => {
    // Fills empty fields only.
    const known = last && { ...partsOfLine(last.address), phone: last.phone };
    for (const [part, text] of Object.entries(known ?? {})) {
      const name = `address.${part as keyof typeof address}` as const;
      if (text && getValues(name) === "") resetField(name, { defaultValue: text });
    }
  }, [last, getValues, resetField]);

  const showCorrected = useEffectEvent(({ province, postalCode }: Quote["destination"]) => {
    if (isFetched || !isPlaceTyped) return;
    if (!address.province) setValue("address.province", province, { shouldValidate: true });
    if (
      postalCode &&
      postalCode !== address.postalCode &&
      isSameCode(address.postalCode, postalCode)
    )
      setValue("address.postalCode", postalCode);
  });
  const destination = asked.isOld ? undefined : quote?.destination;
  useEffect(() => {
    if (destination) showCorrected(destination);
  }, [destination]);

  const delivered = quote && {
    ...quote,
    methods: quote.methods.filter((offered) => !offered.pickUp),
  };
  return (
    // The form has no submit button, because Enter in a field must not place an order.
    <form noValidate onSubmit={(event) => event.preventDefault()}>
      {(canFetch || isFetched) && (
        <Choice
          legend={texts.delivery}
          className="mb-5"
          options={[
            ["address", texts.toAddress],
            ["shop", pickUp?.name ?? texts.pickedUp],
          ]}
          value={isFetched ? "shop" : "address"}
          onChange={(chosen) => {
            setIsFetched(chosen === "shop");
            setMethod(chosen === "shop" ? pickUp?.id : undefined);
          }}
        />
      )}
      {quote && !canFetch && isAdmin && (
        <p className="mb-4 text-sm text-quiet">
          {texts.addPickUp((text) => (
            <AppLink
              to={`${paths.shopSettings}?section=delivery&field=deliveryMethods`}
              className="font-medium underline underline-offset-4"
            >
              {text}
            </AppLink>
          ))}
        </p>
      )}
      {!isFetched && (
        <>
          <AddressFields
            form={form as unknown as CheckoutApiForm}
            quoteError={asked.error}
            isOfOther
          />
          {last && !partsOfLine(last.address) && (
            <p className="text-sm text-quiet">
              {texts.lastOrder(<span dir="auto">{last.address}</span>)}
            </p>
          )}
          {delivered && delivered.methods.length > 1 && (
            <DeliveryChoice
              quote={delivered}
              chosen={method}
              legendClass="text-heading font-display"
              onChange={setMethod}
            />
          )}
        </>
      )}
      <Controller
        control={control}
        name="isPaid"
        render={({ field: { value, onChange } }) => (
          <Choice
            legend={texts.payment}
            className="my-5"
            options={[
              ["later", texts.toBePaid],
              ["now", texts.paidAlready],
            ]}
            value={value ? "now" : "later"}
            onChange={(chosen) => onChange(chosen === "now")}
          />
        )}
      />
      {isPaid && (
        <PaymentFields
          method={form.field("paymentMethod")}
          receivedOn={form.field("receivedOn")}
          reference={form.field("reference")}
        />
      )}
      <Sum asked={asked} isHome={!isFetched && !isPlaceTyped} />
      <FormFailure form={form} className="mt-4" />
      <Button
        className="mt-4"
        busy={form.busy}
        disabled={lines === undefined || (quote !== undefined && quote.problems.length > 0)}
        onClick={() => form.submit()}
      >
        {form.busy
          ? asked.isCalculating
            ? texts.calculating
            : texts.entering
          : isPaid && quote
            ? texts.enterPaid(formatPrice(quote.total))
            : texts.enter}
      </Button>
    </form>
  );
}

interface SumProps {
  asked: ReturnType<typeof useQuote>;
  /** The address is not known yet, so the sum is for the shop's own province. */
  isHome: boolean;
}

/** What the customer is told, before the order is entered. */
function Sum({ asked: { quote, error, isOld, retry }, isHome }: SumProps) {
  const chosen = quote?.methods.find(({ id }) => id === quote.method);
  const isNothing = quote?.problems.some(({ code }) => code === "nothing_to_buy");
  return (
    <section aria-label={texts.sum} className="enter-order-sum">
      {error && !quote && <LoadError error={error} onRetry={retry} />}
      {quote?.problems.map(({ detail, toolId }) => (
        <p key={detail} role="alert" className="buying-note text-error">
          {problemText(quote, toolId, detail)}
        </p>
      ))}
      {quote && !isNothing && <PurchaseSum sum={quote} delivery={chosen?.name} isOld={isOld} />}
      {chosen && (
        <p className="mt-2 text-sm text-quiet">
          {[daysText(chosen), chosen.text].filter(Boolean).join(" · ")}
        </p>
      )}
      {quote && !isNothing && isHome && (chosen || quote.taxes.length > 0) && (
        <p className="mt-2 text-sm text-quiet">{texts.homeProvince}</p>
      )}
    </section>
  );
}

function problemText({ lines }: Quote, toolId: string | undefined, detail: string) {
  const line = lines.length > 1 && lines.find((quoted) => quoted.toolId === toolId);
  return line ? texts.problemOf(line.toolName, detail) : detail;
}
