import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { Controller, useForm, useWatch } from "react-hook-form";
import type { Tool } from "../../api/client.ts";
import { profileQuery } from "../../api/profile.ts";
import { isOutOfStock, soldOutText } from "../../api/stock.ts";
import { formatCount, formatPrice } from "../../money.ts";
import { paths, paymentPath } from "../../pages.ts";
import { AppLink } from "../../ui/AppLink.tsx";
import { Button } from "../../ui/Button.tsx";
import { Field } from "../../ui/Field.tsx";
import { FormError } from "../../ui/FormError.tsx";
import { QuantityPicker } from "../../ui/QuantityPicker.tsx";
import { showToast } from "../../ui/toast.tsx";
import { useFormDraft } from "../../ui/use-form-draft.ts";
import { parseQuantity, quantityError, totalText } from "./quantity.ts";
import { usePurchase } from "./queries.ts";

interface PurchaseFormProps {
  tool: Tool;
  buyer: { email: string; name: string };
  /** My Orders is for customers only, so an admin gets a link to the payment page. */
  isAdmin?: boolean;
}

export function PurchaseForm({ tool, buyer, isAdmin = false }: PurchaseFormProps) {
  const { minimumQuantity, availableQuantity } = tool;
  const empty = { address: "", phone: "", quantity: String(minimumQuantity) };
  const form = useForm({ defaultValues: empty });
  const { register, control, handleSubmit, reset, resetField, getValues, setValue } = form;
  const { data: profile } = useQuery(profileQuery(buyer.email));
  const purchase = usePurchase();
  const [placedOrder, setPlacedOrder] = useState<string>();

  const typed = useWatch({ control, name: "quantity" });
  const quantity = parseQuantity(typed);
  const soldOut = isOutOfStock(tool);
  // Checked at every render, because the stock can drop below a quantity that is already typed.
  const error = soldOut ? undefined : quantityError(typed, tool);

  useEffect(() => {
    // Fills empty fields only: what the customer has typed stays.
    for (const name of ["address", "phone"] as const)
      if (profile?.[name] && getValues(name) === "")
        resetField(name, { defaultValue: profile[name] });
  }, [profile, getValues, resetField]);

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

  const place = handleSubmit(async ({ address, phone }) => {
    if (purchase.isPending || quantity === undefined || error) return;
    setPlacedOrder(undefined);
    try {
      const order = { tool, quantity, address, phone, buyer };
      const { insertedId } = await purchase.mutateAsync(order);
      showToast("success", "Purchase confirmed");
      setPlacedOrder(insertedId);
      reset();
    } catch {
      // Shown below the form from purchase.error.
    }
  });

  return (
    <form noValidate className="mt-10" onSubmit={(event) => void place(event)}>
      <h2 className="text-heading">Your order</h2>
      <div className="mt-5 grid gap-x-6 gap-y-1 sm:grid-cols-2">
        <Field label="Name" value={buyer.name} disabled />
        <Field label="E-mail" type="email" value={buyer.email} disabled />
        <Field
          label="Address"
          autoComplete="street-address"
          maxLength={300}
          disabled={soldOut}
          className="sm:col-span-2"
          {...register("address")}
        />
        <Field
          label="Phone"
          type="tel"
          autoComplete="tel"
          maxLength={300}
          disabled={soldOut}
          {...register("phone")}
        />
        <Controller
          control={control}
          name="quantity"
          render={({ field }) => (
            <QuantityPicker
              label="Order quantity"
              value={field.value}
              min={minimumQuantity}
              max={availableQuantity}
              hint={`Minimum of ${formatCount(minimumQuantity)}`}
              error={error}
              disabled={soldOut}
              onChange={field.onChange}
              onBlur={field.onBlur}
            />
          )}
        />
      </div>
      <div className="purchase-bar">
        <div role="status" className="purchase-outcome">
          {placedOrder && (
            <p>
              Your order is placed and your tools are reserved.{" "}
              <AppLink
                to={isAdmin ? paymentPath(placedOrder) : paths.myOrders}
                className="font-medium underline underline-offset-4"
              >
                {isAdmin ? "Pay for it" : "Pay for it in My Orders"}
              </AppLink>
            </p>
          )}
        </div>
        <div role="alert" className="purchase-outcome text-error">
          {purchase.error && <FormError error={purchase.error} />}
        </div>
        {soldOut ? (
          <p className="figures">{soldOutText(tool)}</p>
        ) : (
          <p className="figures" aria-live="polite" aria-atomic="true">
            <span className="block text-sm text-quiet">
              Total price
              {quantity !== undefined && !error && (
                <span className="max-sm:hidden">
                  {" "}
                  · {formatCount(quantity)} × {formatPrice(tool.price)}
                </span>
              )}
            </span>
            <output className="font-display text-3xl wrap-anywhere">
              {totalText(quantity, tool.price)}
            </output>
          </p>
        )}
        <Button
          type="submit"
          className="min-w-32 px-5 sm:min-w-40 sm:px-8"
          busy={purchase.isPending}
          disabled={soldOut || error !== undefined}
        >
          {soldOut ? "Out of stock" : purchase.isPending ? "Placing order …" : "Purchase"}
        </Button>
      </div>
    </form>
  );
}
