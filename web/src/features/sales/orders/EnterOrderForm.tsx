import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { Controller, useWatch } from "react-hook-form";
import { useNavigate } from "react-router";
import type { Tool } from "../../../api/client.ts";
import { manageOrderPath } from "../../../page-paths.ts";
import { Button } from "../../../ui/Button.tsx";
import { Field } from "../../../ui/Field.tsx";
import { FormFailure } from "../../../ui/FormActions.tsx";
import { showToast } from "../../../ui/toast.tsx";
import { useApiForm } from "../../../ui/use-api-form.ts";
import { toolQuery } from "../../catalogue/tool-query.ts";
import { lastDeliveryOfQuery, useEnterOrder } from "./enter-order-queries.ts";
import { QuantityField } from "./QuantityField.tsx";
import { parseQuantity, priceFor, quantityError } from "./quantity.ts";

import { TotalPrice } from "./TotalPrice.tsx";

interface EnterOrderFormProps {
  chosenTool: Tool;
  customer: { name: string; email: string };
}

/** Quantity and delivery of an order that staff enters. */
export function EnterOrderForm({ chosenTool, customer }: EnterOrderFormProps) {
  // Price and stock may change during the call.
  const { data: tool = chosenTool } = useQuery(toolQuery(chosenTool._id));
  const { data: last } = useQuery(lastDeliveryOfQuery(customer.email));
  const navigate = useNavigate();
  const entering = useEnterOrder();
  // Until the order's page is open.
  const isEntered = useRef(false);
  const form = useApiForm({
    defaultValues: { address: "", phone: "", quantity: String(chosenTool.minimumQuantity) },
    canSend: ({ quantity }) => !isEntered.current && !quantityError(quantity, tool),
    call: ({ quantity, ...delivery }) => {
      const purchase = { tool, quantity: parseQuantity(quantity) ?? 0, ...delivery };
      return entering.mutateAsync({ ...purchase, buyer: customer });
    },
    done: ({ insertedId }) => {
      isEntered.current = true;
      showToast("success", `The order of ${customer.name} is entered`);
      void navigate(manageOrderPath(insertedId));
    },
  });
  const { register, control, getValues, resetField } = form;
  const typed = useWatch({ control, name: "quantity" });
  const quantity = parseQuantity(typed);
  const price = priceFor(tool, quantity);
  const error = quantityError(typed, tool);

  useEffect(() => {
    // Fills empty fields only.
    for (const name of ["address", "phone"] as const)
      if (last?.[name] && getValues(name) === "") resetField(name, { defaultValue: last[name] });
  }, [last, getValues, resetField]);

  return (
    // Without a submit button, because Enter in a field must not place an order.
    <form noValidate onSubmit={(event) => event.preventDefault()}>
      <Controller
        control={control}
        name="quantity"
        render={({ field: { value, onChange, onBlur } }) => (
          <QuantityField tool={tool} value={value} onChange={onChange} onBlur={onBlur} />
        )}
      />
      <div className="mt-2 grid gap-x-6 gap-y-1 sm:grid-cols-[2fr_1fr]">
        <Field
          label="Address"
          autoComplete="off"
          maxLength={300}
          dir="auto"
          {...register("address")}
        />
        <Field label="Phone" type="tel" autoComplete="off" maxLength={300} {...register("phone")} />
      </div>
      <FormFailure form={form} />
      <div className="enter-order-total">
        <TotalPrice quantity={quantity} price={price} />
        <Button busy={form.busy} disabled={error !== undefined} onClick={() => form.submit()}>
          {form.busy ? "Entering …" : "Enter the order"}
        </Button>
      </div>
    </form>
  );
}
