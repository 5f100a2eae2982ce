import "./tool-form.css";
import { type FormEvent, type ReactNode, useState } from "react";
import { Controller, type UseFormReturn, useWatch } from "react-hook-form";
import { useRole } from "../../../api/session/use-role.ts";
import { currencySign } from "../../../money.ts";
import { Field, TextArea } from "../../../ui/Field.tsx";
import { LoginNeeded } from "../../../ui/FormError.tsx";
import { SelectField } from "../../../ui/SelectField.tsx";
import type { useApiForm } from "../../../ui/use-api-form.ts";
import { CategoryDialog } from "../CategoryDialog.tsx";
import { CardPreview } from "./CardPreview.tsx";
import { CategoryField } from "./CategoryField.tsx";
import { CropDialog } from "./CropDialog.tsx";
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
  withPhotos,
} from "./tool-draft.ts";
import { texts } from "./tool-form.texts.en.ts";

interface ToolFormProps {
  form: ReturnType<typeof useApiForm<ToolDraft, unknown>>;
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
    if (photo === null) return texts.imageRequired;
    if (photo instanceof File)
      return preparePhoto(photo).then(
        () => true,
        ({ message }: Error) => message,
      );
    return true;
  },
};

/** The fields of a tool in groups, beside its card. */
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
  const isAdmin = useRole().data === "admin";
  const [cropped, setCropped] = useState<File>();
  const [needsCategory, setNeedsCategory] = useState(false);

  return (
    <div className="mt-8 grid gap-10 lg:grid-cols-[minmax(0,1fr)_13rem]">
      <form noValidate className="min-w-0" onSubmit={onSubmit}>
        <fieldset className="tool-group-fields tool-photo-and-name">
          <legend>{texts.photoAndName}</legend>
          <Field
            label={texts.labels.name}
            required
            autoComplete="off"
            {...form.field("name", toolRules.name)}
          />
          <Controller
            control={control}
            name="photo"
            rules={photoRule}
            render={({ field }) => (
              <PhotoField
                label={texts.labels.photo}
                current={currentPhoto}
                error={errors.photo?.message}
                onMore={(files) => addPhotos(form, files)}
                onCrop={setCropped}
                {...field}
              />
            )}
          />
          <TextArea
            label={texts.labels.description}
            required
            rows={6}
            {...form.field("description", toolRules.description)}
          />
          {draft.photo !== null && (
            <>
              <Field
                label={texts.labels.photoAlt}
                autoComplete="off"
                maxLength={MAX_ALT_LENGTH}
                hint={texts.altTextHint}
                {...register("photoAlt")}
              />
              <Controller
                control={control}
                name="morePhotos"
                render={({ field }) => (
                  <MorePhotosField
                    error={errors.morePhotos?.message}
                    onCrop={setCropped}
                    onSwapFirst={() => swapFirst(form)}
                    {...field}
                  />
                )}
              />
            </>
          )}
        </fieldset>
        <fieldset className="tool-group-fields">
          <legend>{texts.priceAndQuantities}</legend>
          <div className="grid grid-cols-2 gap-x-4 gap-y-3 sm:grid-cols-3 sm:gap-x-6">
            <Field
              label={texts.priceIn(currencySign())}
              required
              inputMode="decimal"
              autoComplete="off"
              className="figures max-sm:col-span-2"
              {...form.field("price", toolRules.price)}
            />
            <Field
              label={texts.labels.availableQuantity}
              required
              {...COUNT}
              hint={stockHint}
              {...form.field("availableQuantity", {
                ...toolRules.availableQuantity,
                validate: (typed) =>
                  typed === currentStock || toolRules.availableQuantity.validate(typed),
              })}
            />
            <Field
              label={texts.labels.minimumQuantity}
              required
              {...COUNT}
              hint={isMinimumAboveStock(draft) && texts.minimumHint}
              {...form.field("minimumQuantity", toolRules.minimumQuantity)}
            />
          </div>
          <Controller
            control={control}
            name="priceSteps"
            rules={optionalRules.priceSteps}
            render={({ field }) => (
              <PriceStepsField error={errors.priceSteps?.message} {...field} />
            )}
          />
        </fieldset>
        <fieldset className="tool-group-fields">
          <legend>{texts.inFrench}</legend>
          <Field
            label={texts.labels.frenchName}
            lang="fr"
            autoComplete="off"
            hint={texts.inFrenchHint}
            {...form.field("frenchName", optionalRules.frenchName)}
          />
          <TextArea
            label={texts.labels.frenchDescription}
            lang="fr"
            rows={6}
            {...form.field("frenchDescription", optionalRules.frenchDescription)}
          />
        </fieldset>
        <fieldset className="tool-group-fields">
          <legend>{texts.shownToCustomers}</legend>
          <div className="grid gap-x-4 sm:grid-cols-3 sm:gap-x-6">
            <CategoryField
              control={control}
              onNew={isAdmin ? () => setNeedsCategory(true) : undefined}
            />
            <SelectField label={texts.labels.status} className="mb-5" {...register("status")}>
              <option value="published">{texts.published}</option>
              <option value="draft">{texts.draft}</option>
            </SelectField>
            <Field
              label={texts.labels.sku}
              autoComplete="off"
              spellCheck={false}
              maxLength={60}
              {...form.field("sku", optionalRules.sku)}
            />
          </div>
        </fieldset>
        <fieldset className="tool-group-fields">
          <legend>{texts.forSearchEngines}</legend>
          <div className="grid gap-x-4 sm:grid-cols-3 sm:gap-x-6">
            <Field
              label={texts.labels.brand}
              autoComplete="off"
              {...form.field("brand", optionalRules.brand)}
            />
            <Field
              label={texts.labels.gtin}
              {...COUNT}
              hint={texts.gtinHint}
              {...form.field("gtin", optionalRules.gtin)}
            />
            <Field
              label={texts.labels.mpn}
              autoComplete="off"
              spellCheck={false}
              {...form.field("mpn", optionalRules.mpn)}
            />
          </div>
        </fieldset>
        <div className="grid grid-cols-2 gap-x-4 sm:grid-cols-3 sm:gap-x-6">
          <fieldset className="tool-group-fields">
            <legend>{texts.stockWarning}</legend>
            <Field
              label={texts.labels.lowStock}
              {...COUNT}
              {...form.field("lowStock", optionalRules.lowStock)}
            />
          </fieldset>
          <fieldset className="tool-group-fields">
            <legend>{texts.delivery}</legend>
            <Field
              label={texts.labels.weight}
              {...COUNT}
              inputMode="decimal"
              placeholder={texts.weightExample}
              {...form.field("weight", optionalRules.weight)}
            />
          </fieldset>
        </div>
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
      <CardPreview draft={draft} />
      {/* Outside of the form, because Enter in them would send it. */}
      {cropped && (
        <CropDialog
          photo={cropped}
          onCrop={(photo) => replacePhoto(form, cropped, photo)}
          onClose={() => setCropped(undefined)}
        />
      )}
      {needsCategory && (
        <CategoryDialog
          category={undefined}
          onAdded={(slug) => form.setValue("category", slug, { shouldDirty: true })}
          onClose={() => setNeedsCategory(false)}
        />
      )}
    </div>
  );
}

const COUNT = { inputMode: "numeric", autoComplete: "off", className: "figures" } as const;

const TOUCHED = { shouldDirty: true };

const addPhotos = ({ getValues, setValue }: UseFormReturn<ToolDraft>, files: File[]) =>
  setValue("morePhotos", withPhotos(getValues().morePhotos, files), TOUCHED);

function replacePhoto({ getValues, setValue }: UseFormReturn<ToolDraft>, old: File, now: File) {
  const { photo, morePhotos } = getValues();
  if (photo === old) setValue("photo", now, TOUCHED);
  else
    setValue(
      "morePhotos",
      morePhotos.map((one) => (one.photo === old ? { ...one, photo: now } : one)),
      TOUCHED,
    );
}

/** The second photo becomes the one of the catalogue. */
function swapFirst({ getValues, setValue, setFocus }: UseFormReturn<ToolDraft>) {
  const { photo, photoAlt, morePhotos } = getValues();
  const [second, ...others] = morePhotos;
  if (!second || photo === null) return;
  setValue("photo", second.photo, TOUCHED);
  setValue("photoAlt", second.alt, TOUCHED);
  setValue("morePhotos", [{ photo, alt: photoAlt }, ...others], TOUCHED);
  setFocus("photoAlt");
}
