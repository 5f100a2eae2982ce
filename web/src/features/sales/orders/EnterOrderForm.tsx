import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { Controller, useWatch } from "react-hook-form";
import { useNavigate } from "react-router";
import type { Tool } from "../../../api/client.ts";
import type { PaymentMethod } from "../../../api/payment-methods.ts";
import { today } from "../../../date.ts";
import { manageOrderPath } from "../../../page-paths.ts";
import { Button } from "../../../ui/Button.tsx";
import { Choice } from "../../../ui/Choice.tsx";
import { Field } from "../../../ui/Field.tsx";
import { FormFailure } from "../../../ui/FormActions.tsx";
import { showToast } from "../../../ui/toast.tsx";
import { useApiForm } from "../../../ui/use-api-form.ts";
import { toolQuery } from "../../catalogue/tool-query.ts";
import { parseQuantity, priceFor, quantityError } from "../quantity.ts";
import { lastDeliveryOfQuery, useEnterOrder } from "./enter-order-queries.ts";
import { PaymentFields } from "./PaymentFields.tsx";
import { QuantityField } from "./QuantityField.tsx";

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
    defaultValues: {
      address: "",
      phone: "",
      quantity: String(chosenTool.minimumQuantity),
      isPaid: false,
      paymentMethod: "cash" as PaymentMethod,
      receivedOn: today(),
      reference: "",
    },
    canSend: ({ quantity }) => !isEntered.current && !quantityError(quantity, tool),
    call: ({ quantity, address, phone, isPaid, ...typed }) => {
      const purchase = { tool, quantity: parseQuantity(quantity) ?? 0, address, phone };
      const payment = isPaid ? typed : undefined;
      return entering.mutateAsync({ purchase: { ...purchase, buyer: customer }, payment });
    },
    done: ({ insertedId }) => {
      isEntered.current = true;
      showToast("success", `The order of ${customer.name} is entered`);
      void navigate(manageOrderPath(insertedId));
    },
  });
  const { register, control, getValues, resetField } = form;
  const typed = useWatch({ control, name: "quantity" });
  const isPaid = useWatch({ control, name: "isPaid" });
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
      <Controller
        control={control}
        name="isPaid"
        render={({ field: { value, onChange } }) => (
          <Choice
            legend="Payment"
            className="mb-5"
            options={[
              ["later", "To be paid"],
              ["now", "Paid already"],
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
