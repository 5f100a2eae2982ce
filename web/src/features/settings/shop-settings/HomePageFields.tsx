import type { Path } from "react-hook-form";
import { hasName } from "../../../api/shop.ts";
import { paths } from "../../../pages.ts";
import { AppLink } from "../../../ui/AppLink.tsx";
import { Button } from "../../../ui/Button.tsx";
import { Field, TextArea } from "../../../ui/Field.tsx";
import { SelectField } from "../../../ui/SelectField.tsx";
import type { useApiForm } from "../../../ui/use-api-form.ts";
import { UploadField } from "../UploadField.tsx";
import { RowsField } from "./RowsField.tsx";
import { movedUp, switched } from "./rows.ts";
import {
  CHOICES,
  PART_TEXTS,
  SECTION_TEXTS,
  SETTING_LABELS,
  type SettingName,
} from "./setting-texts.ts";
import type { SettingsDraft } from "./settings-draft.ts";

interface FormProps {
  form: ReturnType<typeof useApiForm<SettingsDraft, unknown>>;
}

/** The first two stay at the top (docs/specification.md). The owner orders the others. */
const FIXED = ["banner", "summary"];
const ORDER = Object.keys(SECTION_TEXTS);
const PARTS = Object.keys(PART_TEXTS);

/** Which sections the home page has. Their texts appear once they are on. */
export function HomePageFields({ form }: FormProps) {
  const field = fieldsOf(form);
  const { value: sections, onChange: setSections } = settingOf(form, "homeSections");
  const { value: parts, onChange: setParts } = settingOf(form, "siteParts");
  const on = sections.split(" ").filter(Boolean);
  const has = (name: string) => on.includes(name);
  const shown = [...on, ...ORDER.filter((name) => !has(name))];
  return (
    <>
      <Switches
        legend="Sections"
        names={[...FIXED, ...shown.filter((name) => !FIXED.includes(name))]}
        texts={SECTION_TEXTS}
        value={sections}
        onSwitch={(name, isOn) => setSections(switched(sections, name, isOn, ORDER))}
        onUp={(name) => setSections(movedUp(on, on.indexOf(name)).join(" "))}
      />
      <Switches
        legend="On every page"
        names={PARTS}
        texts={PART_TEXTS}
        value={parts}
        onSwitch={(name, isOn) => setParts(switched(parts, name, isOn, PARTS))}
      />
      {has("banner") && (
        <RowsField
          row="Banner"
          cells={["Title", "Text", "Link", "Picture"]}
          max={5}
          hint="Wide pictures look best. A link is a page of your shop, such as /tool, or starts with https://. Without banners of your own, customers see the drawn ones."
          {...settingOf(form, "bannerSlides")}
        />
      )}
      {has("summary") && (
        <>
          <SelectField
            label={SETTING_LABELS.summaryFigures}
            className="mb-5 sm:col-span-2"
            {...form.register("summaryFigures")}
          >
            {Object.entries(CHOICES.summaryFigures).map(([value, text]) => (
              <option key={value} value={value}>
                {text}
              </option>
            ))}
          </SelectField>
          {form.watch("summaryFigures") === "typed" && (
            <RowsField
              row="Figure"
              cells={["Title", "Value", "Note"]}
              max={8}
              hint="The first ones are samples. Please put your own in their place."
              {...settingOf(form, "summaryRows")}
            />
          )}
        </>
      )}
      {has("sell") && (
        <>
          <Field maxLength={200} className="sm:col-span-2" {...field("sellTitle")} />
          <TextArea rows={2} maxLength={400} className="sm:col-span-2" {...field("sellText")} />
          <RowsField
            row="Step"
            cells={["Title", "Text"]}
            max={8}
            {...settingOf(form, "sellSteps")}
          />
        </>
      )}
      {has("contact") && (
        <Field
          maxLength={200}
          hint="Shown unless the shop has an address."
          className="sm:col-span-2"
          {...field("location")}
        />
      )}
      {has("year") && (
        <>
          <Field maxLength={200} className="sm:col-span-2" {...field("yearTitle")} />
          <RowsField
            row="Season"
            cells={["Title", "Months", "Text"]}
            max={8}
            {...settingOf(form, "yearSeasons")}
          />
        </>
      )}
    </>
  );
}

/** The owner's page about the shop, in place of the portfolio. */
export function AboutFields({ form }: FormProps) {
  const field = fieldsOf(form);
  const picture = settingOf(form, "aboutPicture");
  return (
    <>
      <Field
        maxLength={200}
        hint="Your name, or “About us”. Without it there is no such page."
        {...field("aboutTitle")}
      />
      <UploadField {...picture}>
        <span>
          <img src={picture.value} alt="" />
        </span>
      </UploadField>
      <TextArea
        rows={10}
        maxLength={10_000}
        className="sm:col-span-2"
        hint={
          <>
            A blank line starts a new paragraph. # makes a heading, - a list, **bold**, and
            [text](/tool) a link.{" "}
            {form.watch("aboutTitle") && (
              <AppLink to={paths.about} className="underline underline-offset-4">
                See the page
              </AppLink>
            )}
          </>
        }
        {...field("aboutText")}
      />
    </>
  );
}

const fieldsOf =
  ({ field }: FormProps["form"]) =>
  (name: SettingName) => ({
    label: SETTING_LABELS[name],
    dir: "auto",
    ...field(name as Path<SettingsDraft>),
  });

/** What a field needs whose value is no single input. */
function settingOf(form: FormProps["form"], name: SettingName) {
  // So that the server's errors appear at it.
  form.field(name);
  return {
    label: SETTING_LABELS[name],
    value: form.watch(name) as string,
    error: form.formState.errors[name]?.message,
    onChange: (value: string) => {
      form.clearErrors(name);
      form.setValue(name, value as never, { shouldDirty: true });
    },
  };
}

interface SwitchesProps {
  legend: string;
  names: string[];
  texts: Record<string, string>;
  value: string;
  onSwitch: (name: string, isOn: boolean) => void;
  onUp?: (name: string) => void;
}

function Switches({ legend, names, texts, value, onSwitch, onUp }: SwitchesProps) {
  const movable = names.filter((name) => !FIXED.includes(name) && hasName(value, name));
  return (
    <fieldset className="mb-4">
      <legend className="mb-1 text-sm font-medium">{legend}</legend>
      {names.map((name) => (
        <div key={name} className="flex min-h-10 items-center justify-between gap-3">
          <label className="flex items-center gap-3 py-1.5">
            <input
              type="checkbox"
              className="size-5 shrink-0 accent-primary"
              checked={hasName(value, name)}
              onChange={({ target }) => onSwitch(name, target.checked)}
            />
            {texts[name]}
          </label>
          {onUp && movable.indexOf(name) > 0 && (
            <Button
              variant="outline"
              small
              aria-label={`Up: ${texts[name]}`}
              onClick={() => onUp(name)}
            >
              Up
            </Button>
          )}
        </div>
      ))}
    </fieldset>
  );
}
