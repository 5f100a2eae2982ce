import "./look-fields.css";
import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import type { UseFormReturn } from "react-hook-form";
import { Button } from "../../../ui/Button.tsx";
import { FieldError } from "../../../ui/Field.tsx";
import { UploadField } from "../UploadField.tsx";
import { readableAccent } from "./accent-style.ts";
import type { SettingsDraft } from "./settings-draft.ts";
import { look as texts } from "./texts.en.tsx";

interface FormProps {
  form: UseFormReturn<SettingsDraft>;
}

export function LogoField({ form }: FormProps) {
  const [logo, name] = form.watch(["logo", "name"]);
  return (
    <UploadField
      label={texts.logo}
      fit="whole"
      value={logo}
      onChange={(path) => {
        form.clearErrors("logo");
        form.setValue("logo", path, { shouldDirty: true });
      }}
      error={form.formState.errors.logo?.message}
      hint={texts.logoHint}
    >
      <span className="light-paper">
        <img src={logo} alt={texts.onLight(name)} />
      </span>
      <span className="dark-paper">
        <span>
          <img src={logo} alt={texts.onDark(name)} />
        </span>
      </span>
    </UploadField>
  );
}

const FIRST_COLOUR = "#2f5d3a";

/**
 * Chooses the colour, with a preview on both kinds of page. The server changes a colour in which
 * text is hard to read.
 */
export function AccentField({ form }: FormProps) {
  const id = useId();
  const accent = form.watch("accent");
  const chosen = accent || FIRST_COLOUR;
  const { data: shown } = useQuery({
    queryKey: ["accent", chosen],
    queryFn: () => readableAccent(chosen),
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: (before) => before,
  });
  const set = (colour: string) => form.setValue("accent", colour, { shouldDirty: true });
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block text-sm font-medium">
        {texts.accent}
      </label>
      <input
        id={id}
        type="color"
        className="input colour-input"
        aria-describedby={`${id}-hint ${id}-error`}
        value={chosen}
        onChange={({ target }) => set(target.value)}
      />
      <div className="mt-3 grid grid-cols-2">
        {(["light", "dark"] as const).map((paper) => (
          <Sample key={paper} paper={paper} colour={shown?.[paper]} />
        ))}
      </div>
      <p id={`${id}-hint`} className="mt-1.5 text-sm text-quiet" aria-live="polite">
        {shown && changeText(chosen, shown)}
      </p>
      <FieldError id={`${id}-error`} message={form.formState.errors.accent?.message} />
      {accent && (
        <Button variant="outline" small onClick={() => set("")}>
          {texts.useFirst}
        </Button>
      )}
    </div>
  );
}

function Sample({ paper, colour }: { paper: "light" | "dark"; colour: string | undefined }) {
  return (
    <span
      className={`${paper}-paper accent-sample`}
      // The DOM may set a property, where the policy forbids the attribute in HTML.
      ref={(element) => element?.style.setProperty("--sample", colour ?? null)}
    >
      <span aria-hidden="true">{texts.sample}</span>
      <span>{texts.papers[paper]}</span>
    </span>
  );
}

function changeText(chosen: string, { light, dark }: { light: string; dark: string }) {
  if (light === chosen && dark === chosen) return texts.readable;
  if (dark === chosen) return texts.darker;
  return light === chosen ? texts.lighter : texts.darkerAndLighter;
}
