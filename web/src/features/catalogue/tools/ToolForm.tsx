import "./tool-form.css";
import type { FormEvent, ReactNode } from "react";
import { Controller, type UseFormReturn, useWatch } from "react-hook-form";
import { currencySign } from "../../../money.ts";
import { Field, TextArea } from "../../../ui/Field.tsx";
import { LoginNeeded } from "../../../ui/FormError.tsx";
import { SelectField } from "../../../ui/SelectField.tsx";
import { CategoryField } from "./CategoryField.tsx";
import { LOGIN_NEEDED } from "./form-errors.ts";
import { MorePhotosField } from "./MorePhotosField.tsx";
import { PhotoField } from "./PhotoField.tsx";
import { PriceStepsField } from "./PriceStepsField.tsx";
import { preparePhoto } from "./photo.ts";
import {
  isMinimumAboveStock,
  MAX_ALT_LENGTH,
  optionalRules,
  type Photo,
  type ToolDraft,
  toolRules,
} from "./tool-draft.ts";

interface ToolFormProps {
  form: UseFormReturn<ToolDraft>;
  onSubmit: (event: FormEvent) => void;
  /** The photo that the tool has now. */
  currentPhoto: string | null;
  /** The stock when the form was opened. It may stay, even above the limit. */
  currentStock?: string;
  stockHint?: ReactNode;
  /** The buttons. */
  children: ReactNode;
}

const photoRule = {
  validate: async (photo: Photo | null) => {
    if (photo === null) return "Image is required";
    if (photo instanceof File) return preparePhoto(photo).then(() => true, errorText);
    return true;
  },
};

const errorText = (error: Error) => error.message;

/** The fields of a tool, beside its photo. */
export function ToolForm({
  form,
  onSubmit,
  currentPhoto,
  currentStock,
  stockHint,
  children,
}: ToolFormProps) {
  const { register, control, formState } = form;
  const { errors } = formState;
  const draft = useWatch({ control }) as ToolDraft;

  return (
    <form
      noValidate
      className="mt-8 grid gap-x-10 gap-y-4 md:grid-cols-[minmax(0,1fr)_15rem] md:grid-rows-[auto_auto_auto_auto_auto_1fr] xl:grid-cols-[minmax(0,1fr)_18rem]"
      onSubmit={onSubmit}
    >
      <Field
        label="Name"
        required
        autoComplete="off"
        error={errors.name?.message}
        {...register("name", toolRules.name)}
      />
      <div className="w-full md:col-start-2 md:row-span-6 md:row-start-1">
        <Controller
          control={control}
          name="photo"
          rules={photoRule}
          render={({ field: { value, onChange, onBlur, ref } }) => (
            <PhotoField
              ref={ref}
              label="Photo"
              value={value}
              current={currentPhoto}
              error={errors.photo?.message}
              onChange={onChange}
              onBlur={onBlur}
            />
          )}
        />
        {draft.photo !== null && (
          <div className="mt-4">
            <Field
              label="Alt text"
              autoComplete="off"
              maxLength={MAX_ALT_LENGTH}
              hint="Describes the picture for customers who cannot see it."
              {...register("photoAlt")}
            />
            <Controller
              control={control}
              name="morePhotos"
              render={({ field: { value, onChange, ref } }) => (
                <MorePhotosField
                  ref={ref}
                  value={value}
                  error={errors.morePhotos?.message}
                  onChange={onChange}
                  onSwapFirst={() => swapFirst(form)}
                />
              )}
            />
          </div>
        )}
      </div>
      <TextArea
        label="Description"
        required
        rows={6}
        error={errors.description?.message}
        {...register("description", toolRules.description)}
      />
      <div className="grid grid-cols-2 gap-x-4 gap-y-3 sm:grid-cols-3 sm:gap-x-6">
        <Field
          label={`Price (${currencySign()})`}
          required
          inputMode="decimal"
          autoComplete="off"
          className="figures max-sm:col-span-2"
          error={errors.price?.message}
          {...register("price", toolRules.price)}
        />
        <Field
          label="Available quantity"
          required
          inputMode="numeric"
          autoComplete="off"
          className="figures"
          hint={stockHint}
          error={errors.availableQuantity?.message}
          {...register("availableQuantity", {
            ...toolRules.availableQuantity,
            validate: (typed) =>
              typed === currentStock || toolRules.availableQuantity.validate(typed),
          })}
        />
        <Field
          label="Minimum quantity"
          required
          inputMode="numeric"
          autoComplete="off"
          className="figures"
          hint={
            isMinimumAboveStock(draft) &&
            "More than the available quantity: customers will see “Out of stock”."
          }
          error={errors.minimumQuantity?.message}
          {...register("minimumQuantity", toolRules.minimumQuantity)}
        />
      </div>
      <Controller
        control={control}
        name="priceSteps"
        rules={optionalRules.priceSteps}
        render={({ field: { value, onChange, onBlur, ref } }) => (
          <PriceStepsField
            ref={ref}
            value={value}
            error={errors.priceSteps?.message}
            onChange={onChange}
            onBlur={onBlur}
          />
        )}
      />
      <OptionalFields form={form} />
      <div className="tool-form-end">
        <div role="alert" className="w-full text-error empty:hidden">
          {errors.root &&
            (errors.root.type === LOGIN_NEEDED ? (
              <LoginNeeded>{errors.root.message}</LoginNeeded>
            ) : (
              <p>{errors.root.message}</p>
            ))}
        </div>
        {children}
      </div>
    </form>
  );
}

/** The second photo becomes the one of the catalogue. */
function swapFirst({ getValues, setValue, setFocus }: UseFormReturn<ToolDraft>) {
  const { photo, photoAlt, morePhotos } = getValues();
  const [second, ...others] = morePhotos;
  if (!second || photo === null) return;
  const touched = { shouldDirty: true };
  setValue("photo", second.photo, touched);
  setValue("photoAlt", second.alt, touched);
  setValue("morePhotos", [{ photo, alt: photoAlt }, ...others], touched);
  setFocus("photoAlt");
}

/** What helps the owner to keep order. All of it may stay as it is. */
function OptionalFields({
  form: { control, register, formState },
}: {
  form: UseFormReturn<ToolDraft>;
}) {
  const { errors } = formState;
  return (
    <fieldset className="grid grid-cols-2 gap-x-4 border-t border-rule pt-4 sm:gap-x-6 lg:grid-cols-4">
      <legend className="sr-only">More about the tool</legend>
      <CategoryField control={control} />
      <SelectField label="Status" className="mb-5" {...register("status")}>
        <option value="published">Published</option>
        <option value="draft">Draft, not shown to customers</option>
      </SelectField>
      <Field
        label="SKU"
        autoComplete="off"
        spellCheck={false}
        maxLength={60}
        error={errors.sku?.message}
        {...register("sku", optionalRules.sku)}
      />
      <Field
        label="Low stock at or below"
        inputMode="numeric"
        autoComplete="off"
        className="figures"
        error={errors.lowStock?.message}
        {...register("lowStock", optionalRules.lowStock)}
      />
    </fieldset>
  );
}
