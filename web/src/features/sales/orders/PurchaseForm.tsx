import "../../../ui/bottom-bar.css";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useMemo, useRef, useState } from "react";
import { Controller, useWatch } from "react-hook-form";
import { useLocation, useNavigate } from "react-router";
import type { Tool } from "../../../api/client.ts";
import { configQuery } from "../../../api/config.ts";
import { profileQuery } from "../../../api/profile.ts";
import { isOutOfStock, soldOutText } from "../../../api/stock.ts";
import { paymentPath } from "../../../page-paths.ts";
import { pages } from "../../../pages.ts";
import { AddToBasket } from "../../../ui/AddToBasket.tsx";
import { AppLink } from "../../../ui/AppLink.tsx";
import { Button } from "../../../ui/Button.tsx";
import { Field } from "../../../ui/Field.tsx";
import { FormFailure } from "../../../ui/FormActions.tsx";
import { showToast } from "../../../ui/toast.tsx";
import { useApiForm } from "../../../ui/use-api-form.ts";
import { useFormDraft } from "../../../ui/use-form-draft.ts";
import { StockAlert } from "../../catalogue/stock-alerts/StockAlert.tsx";
import {
  confirmOnPaymentPage,
  keepPlacedOrder,
  type PlacedOrder,
  type PlacedState,
  readPlacedOrder,
} from "../placed-order.ts";
import { parseQuantity, priceFor, quantityError } from "../quantity.ts";
import { OrderSlip } from "./OrderSlip.tsx";
import { texts } from "./purchase.texts.en.tsx";
import { QuantityField } from "./QuantityField.tsx";
import { lastDeliveryQuery, usePurchase, wasJustOrdered } from "./queries.ts";
import { TotalPrice } from "./TotalPrice.tsx";
import { useAddressQuantity } from "./use-address-quantity.ts";

interface PurchaseFormProps {
  tool: Tool;
  buyer: { email: string; name: string };
  /** My Orders is for customers only. */
  isAdmin?: boolean;
}

export function PurchaseForm({ tool, buyer, isAdmin = false }: PurchaseFormProps) {
  const { minimumQuantity } = tool;
  const empty = { address: "", phone: "", quantity: String(minimumQuantity) };
  const purchase = usePurchase();
  const [placedOrder, setPlacedOrder] = usePlacedOrder();
  const { data: config } = useQuery(configQuery);
  const { quantity: linkedQuantity, setQuantity } = useAddressQuantity();
  const form = useApiForm({
    defaultValues: empty,
    refuse: ({ quantity }) => quantityError(quantity, tool),
    call: async ({ quantity, ...delivery }) => {
      const order = { tool, quantity: parseQuantity(quantity) ?? 0, ...delivery };
      const { insertedId } = await purchase.mutateAsync({ ...order, buyer });
      return { ...order, id: insertedId };
    },
    done: (order): void => {
      setPlacedOrder(order);
      form.reset();
      if (config?.stripeJs) {
        confirmOnPaymentPage(order.id);
        window.location.assign(paymentPath(order.id));
      } else showToast("success", texts.confirmed);
    },
  });
  const { register, control, resetField, getValues, setValue } = form;
  const known = useKnownDelivery(buyer.email);
  const [isRepetition] = useState(() => wasJustOrdered(tool, buyer.email));
  const orderList = isAdmin ? pages.manageOrders : pages.myOrders;

  const [typed, address] = useWatch({ control, name: ["quantity", "address"] });
  const quantity = parseQuantity(typed);
  const price = priceFor(tool, quantity);
  const soldOut = isOutOfStock(tool);
  // Checked at every render, because the stock can drop below a quantity that is already typed.
  const error = soldOut ? undefined : quantityError(typed, tool);

  useEffect(() => {
    if (placedOrder) return;
    // Fills empty fields only: what the customer has typed stays.
    for (const name of ["address", "phone"] as const)
      if (known[name] && getValues(name) === "") resetField(name, { defaultValue: known[name] });
  }, [known, placedOrder, getValues, resetField]);

  const previousMinimum = useRef(minimumQuantity);
  useEffect(() => {
    // The tool is read again after every order. The default becomes the current minimum.
    const quantity = getValues("quantity");
    resetField("quantity", { defaultValue: String(minimumQuantity) });
    if (quantity !== String(previousMinimum.current)) setValue("quantity", quantity);
    previousMinimum.current = minimumQuantity;
  }, [minimumQuantity, getValues, resetField, setValue]);

  // The form is short, so leaving the page does not ask first.
  useFormDraft(`order of ${tool._id} by ${buyer.email}`, form, { warnOnLeave: false });

  const startWith = useEffectEvent(() => {
    if (linkedQuantity) setValue("quantity", linkedQuantity, { shouldDirty: true });
  });
  // This runs after the draft, which may have the quantity of an earlier visit.
  useEffect(() => startWith(), []);

  if (placedOrder)
    return (
      <OrderSlip
        order={placedOrder}
        isAdmin={isAdmin}
        onOrderAnother={() => setPlacedOrder(undefined)}
      />
    );

  return (
    // The form has no submit button, because Enter in a field must not place an order.
    <form noValidate className="purchase-form mt-8" onSubmit={(event) => event.preventDefault()}>
      <h2 className="text-heading max-md:sr-only">{texts.yourOrder}</h2>
      {isRepetition && (
        <p className="mt-3 border-l-2 border-warning py-1 pl-4">
          {texts.justOrdered(
            (page) => (
              <AppLink to={orderList.path} className="font-medium underline underline-offset-4">
                {page}
              </AppLink>
            ),
            orderList.title,
          )}
        </p>
      )}
      {soldOut && <StockAlert tool={tool} />}
      <div className="mt-5">
        <Controller
          control={control}
          name="quantity"
          render={({ field }) => (
            <QuantityField
              tool={tool}
              value={field.value}
              disabled={soldOut}
              onChange={(typed) => {
                field.onChange(typed);
                setQuantity(typed);
              }}
              onBlur={field.onBlur}
            />
          )}
        />
      </div>
      {!soldOut && (
        <div className="purchase-basket">
          <AddToBasket
            tool={tool}
            quantity={error === undefined ? quantity : undefined}
            isInForm
            small
          />
          <span className="text-sm text-quiet">{texts.severalTools}</span>
        </div>
      )}
      <div className="purchase-fields grid gap-x-6 gap-y-1 sm:max-md:grid-cols-2 lg:grid-cols-2">
        <Field
          label={texts.address}
          autoComplete="street-address"
          maxLength={300}
          disabled={soldOut}
          className="sm:max-md:col-span-2 lg:col-span-2"
          {...register("address")}
        />
        <Field
          label={texts.phone}
          type="tel"
          autoComplete="tel"
          maxLength={300}
          disabled={soldOut}
          {...register("phone")}
        />
        <Field label={texts.name} className="col-start-1" value={buyer.name} disabled />
        <Field label={texts.email} type="email" value={buyer.email} disabled />
      </div>
      <div className="purchase-bar bottom-bar">
        <FormFailure form={form} className="purchase-outcome" />
        {soldOut ? (
          <p>{soldOutText(tool)}</p>
        ) : (
          <>
            <p className="purchase-reminder text-sm">
              {address.trim() === "" && (
                <button
                  type="button"
                  className="text-quiet underline underline-offset-4"
                  onClick={() => form.setFocus("address")}
                >
                  {texts.whereToSend}
                </button>
              )}
            </p>
            <TotalPrice
              quantity={quantity}
              price={price}
              charges={config?.charges}
              className="grow basis-32"
            />
          </>
        )}
        <Button
          className="min-w-32 px-5 sm:min-w-40 sm:px-8"
          busy={form.busy}
          disabled={soldOut || error !== undefined}
          onClick={() => form.submit()}
        >
          {soldOut ? texts.outOfStock : form.busy ? texts.placing : texts.purchase}
        </Button>
      </div>
    </form>
  );
}

/** The order that was placed at this entry of the history: Back leads from its payment to its slip. */
function usePlacedOrder() {
  const location = useLocation();
  const navigate = useNavigate();
  const { placed } = (location.state ?? {}) as PlacedState;
  const setPlacedOrder = (order: PlacedOrder | undefined) => {
    if (order) keepPlacedOrder(order);
    // The address leaves out the quantity of this order.
    navigate(location.pathname, {
      replace: true,
      state: order && ({ placed: order.id } satisfies PlacedState),
    });
  };
  return [placed === undefined ? undefined : readPlacedOrder(placed), setPlacedOrder] as const;
}

/** Where to ship: from the profile, and what the profile lacks from the last order. */
function useKnownDelivery(email: string) {
  const { data: profile, isFetched } = useQuery(profileQuery(email));
  const isComplete = Boolean(profile?.address && profile.phone);
  const { data: last } = useQuery({
    ...lastDeliveryQuery(email),
    enabled: isFetched && !isComplete,
  });
  const address = profile?.address || last?.address;
  const phone = profile?.phone || last?.phone;
  return useMemo(() => ({ address, phone }), [address, phone]);
}
