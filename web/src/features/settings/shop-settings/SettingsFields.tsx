import type { ReactNode } from "react";
import { useShop } from "../../../api/shop.ts";
import { AppLink } from "../../../ui/AppLink.tsx";
import { Button } from "../../../ui/Button.tsx";
import { Field, TextArea } from "../../../ui/Field.tsx";
import { SelectField } from "../../../ui/SelectField.tsx";
import type { useApiForm } from "../../../ui/use-api-form.ts";
import { UploadField } from "../UploadField.tsx";
import { AddedRatesField } from "./charges/AddedRatesField.tsx";
import { DeliveryField } from "./charges/DeliveryField.tsx";
import { DeliveryTaxField } from "./charges/DeliveryTaxField.tsx";
import { RegistrationsField } from "./charges/RegistrationsField.tsx";
import type { RowRefusal } from "./charges/rows.ts";
import { FrenchText, isLegal } from "./FrenchText.tsx";
import { isTranslated } from "./french.ts";
import { AccentField, LogoField } from "./LookFields.tsx";
import type { ListName, ManagedSettings } from "./queries.ts";
import { RowsField } from "./RowsField.tsx";
import { movedUp, switched } from "./rows.ts";
import {
  CHOICES,
  PART_TEXTS,
  SETTING_LABELS,
  type SettingName,
  sectionTexts,
} from "./setting-texts.ts";
import type { SettingsDraft } from "./settings-draft.ts";
import {
  entriesOf,
  SECTIONS,
  type SettingField,
  type SettingsSection,
} from "./settings-sections.ts";
import { TimeZoneField } from "./TimeZoneField.tsx";
import { texts } from "./texts.en.tsx";

type TextName = Exclude<SettingName, ListName>;

interface FormProps {
  form: ReturnType<typeof useApiForm<SettingsDraft, unknown>>;
}

interface SectionProps extends FormProps {
  section: SettingsSection;
  drafts?: ManagedSettings["drafts"];
  frenchDrafts?: ManagedSettings["frenchDrafts"];
}

/** The fields of a section, as its table says. A text stands beside its French one. */
export function SettingsFields({ form, section, drafts = [], frenchDrafts = [] }: SectionProps) {
  const typed = form.watch();
  return (
    <div className={`mt-5 grid gap-x-6 gap-y-2 ${section.isPaired ? "sm:grid-cols-2" : ""}`}>
      {entriesOf(section).map(([name, spec]) => {
        if (spec.when && !spec.when(typed)) return null;
        const Special = SPECIAL[name];
        const field = (
          <div key={name} id={fieldId(name)} className="min-w-0">
            {Special ? (
              <Special form={form} />
            ) : (
              // Lists have fields of their own.
              <SpecifiedField form={form} name={name as TextName} spec={spec} />
            )}
            {isLegal(name) && drafts.includes(name) && (
              <label className="mb-6 flex items-start gap-3 border-l-2 border-warning py-1 pl-4 text-sm">
                <input
                  type="checkbox"
                  className="mt-0.5 size-5 shrink-0 accent-primary"
                  {...form.register(`checked.${name}`)}
                />
                <span>{texts.checked}</span>
              </label>
            )}
          </div>
        );
        if (!isTranslated(name)) return field;
        return (
          <div key={name} className="translated-setting">
            <div>
              {field}
              <div className="min-w-0">
                <FrenchText form={form} name={name} spec={spec} drafts={frenchDrafts} />
              </div>
            </div>
          </div>
        );
      })}
    </div>
  );
}

/** The id of a field, for links that lead to it. */
export const fieldId = (name: string) => `setting-${name}`;

const isCount = (name: SettingName) =>
  ["lowStock", "checkoutMinutes", "guestLimit", "reviewRequestDays"].includes(name);

const SPECIAL: Partial<Record<SettingName, (props: FormProps) => ReactNode>> = {
  logo: LogoField,
  accent: AccentField,
  heroPicture: ({ form }) => (
    <UploadField {...settingOf(form, "heroPicture")} hint={SECTIONS.home.fields.heroPicture.hint} />
  ),
  homeSections: HomeSections,
  storyPicture: ({ form }) => <UploadField {...settingOf(form, "storyPicture")} />,
  siteParts: ({ form }) => (
    <Switches form={form} name="siteParts" legend={texts.onEveryPage} texts={PART_TEXTS} />
  ),
  aboutPicture: ({ form }) => <UploadField {...settingOf(form, "aboutPicture")} />,
  deliveryMethods: ({ form }) => <DeliveryField {...listOf(form, "deliveryMethods")} />,
  taxRegistrations: ({ form }) => <RegistrationsField {...listOf(form, "taxRegistrations")} />,
  untaxedDelivery: ({ form }) => (
    <DeliveryTaxField
      registrations={form.watch("taxRegistrations")}
      {...settingOf(form, "untaxedDelivery")}
    />
  ),
  addedTaxRates: ({ form }) => <AddedRatesField {...listOf(form, "addedTaxRates")} />,
  timeZone: ({ form }) => (
    <TimeZoneField
      chosen={form.formState.defaultValues?.timeZone ?? ""}
      {...form.register("timeZone")}
    />
  ),
};

function SpecifiedField({ form, name, spec }: FormProps & { name: TextName; spec: SettingField }) {
  const { type, rows, max, hint, required, page, list } = spec;
  if (list) return <RowsField {...list} {...(hint && { hint })} {...settingOf(form, name)} />;
  const field = { label: SETTING_LABELS[name], ...form.field(name) };
  const choices: Record<string, string> | undefined = CHOICES[name as keyof typeof CHOICES];
  if (choices)
    return (
      <SelectField className="mb-5" {...(hint && { hint })} {...field}>
        {Object.entries(choices).map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </SelectField>
    );
  const lang = isTranslated(name) ? "en-CA" : undefined;
  const input = { ...field, lang, dir: "auto", required: required ?? false };
  if (!rows)
    return (
      <Field
        type={type ?? "text"}
        inputMode={isCount(name) ? "numeric" : undefined}
        autoComplete="off"
        hint={hint}
        maxLength={max ?? 200}
        {...input}
      />
    );
  const hasPage = page && (name !== "aboutText" || form.watch("aboutTitle"));
  const link = hasPage && (
    <AppLink to={page} className="underline underline-offset-4">
      {texts.seePage}
    </AppLink>
  );
  return (
    <TextArea
      rows={rows}
      maxLength={max ?? 400}
      hint={
        (hint || link) && (
          <>
            {hint} {link}
          </>
        )
      }
      {...input}
    />
  );
}

function HomeSections({ form }: FormProps) {
  const { hasArticles: isDemo } = useShop();
  return (
    <Switches
      form={form}
      name="homeSections"
      legend={texts.sections}
      texts={sectionTexts(isDemo)}
      fixed={isDemo ? ["banner", "summary"] : []}
    />
  );
}

interface SwitchesProps extends FormProps {
  name: "homeSections" | "siteParts";
  legend: string;
  texts: Record<string, string>;
  /** Those that stay at the top, if the owner orders the others. */
  fixed?: string[];
}

/** A setting of names, each of them on or off. */
function Switches({ form, name: setting, legend, texts: names, fixed }: SwitchesProps) {
  const { value, onChange } = settingOf(form, setting);
  const all = Object.keys(names);
  const on = value.split(" ").filter(Boolean);
  const shown = fixed ? [...fixed, ...on, ...all] : all;
  const movable = on.filter((name) => fixed && !fixed.includes(name));
  return (
    <fieldset className="mb-4">
      <legend className="mb-1 text-sm font-medium">{legend}</legend>
      {[...new Set(shown)].map((name) => (
        <div key={name} className="flex min-h-12 items-center justify-between gap-3">
          <label className="flex items-center gap-3 py-1.5">
            <input
              type="checkbox"
              className="size-5 shrink-0 accent-primary"
              checked={on.includes(name)}
              onChange={({ target }) => onChange(switched(value, name, target.checked, all))}
            />
            {names[name]}
          </label>
          {movable.indexOf(name) > 0 && (
            <Button
              variant="outline"
              small
              aria-label={texts.upOf(names[name] ?? name)}
              onClick={() => onChange(movedUp(on, on.indexOf(name)).join(" "))}
            >
              {texts.up}
            </Button>
          )}
        </div>
      ))}
    </fieldset>
  );
}

/** What a field needs whose value is no single input. */
function settingOf(form: FormProps["form"], name: TextName) {
  return {
    ...fieldOf(form, name),
    value: form.watch(name) as string,
    error: form.formState.errors[name]?.message,
  };
}

/** The same for a list. */
function listOf<Name extends ListName>(form: FormProps["form"], name: Name) {
  return {
    ...fieldOf(form, name),
    value: form.watch(name) as SettingsDraft[Name],
    error: form.formState.errors[name] as RowRefusal | undefined,
  };
}

function fieldOf<Name extends SettingName>(form: FormProps["form"], name: Name) {
  // So that the server's errors appear at it.
  form.field(name);
  return {
    label: SETTING_LABELS[name],
    onChange: (value: SettingsDraft[Name]) => {
      form.clearErrors(name);
      form.setValue(name, value as never, { shouldDirty: true });
    },
  };
}
