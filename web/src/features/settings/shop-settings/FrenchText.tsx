import { Button } from "../../../ui/Button.tsx";
import { Field, TextArea } from "../../../ui/Field.tsx";
import type { useApiForm } from "../../../ui/use-api-form.ts";
import { isMissing } from "./french.ts";
import type { ManagedSettings, TranslatedName } from "./queries.ts";
import { RowsField } from "./RowsField.tsx";
import { frenchLabel } from "./setting-texts.ts";
import type { SettingsDraft } from "./settings-draft.ts";
import type { SettingField } from "./settings-sections.ts";
import { french as texts } from "./texts.en.tsx";

interface FrenchTextProps {
  form: ReturnType<typeof useApiForm<SettingsDraft, unknown>>;
  name: TranslatedName;
  spec: SettingField;
  drafts: ManagedSettings["frenchDrafts"];
}

/** The French text of a setting, beside the English one. An empty one is marked. */
export function FrenchText({ form, name, spec, drafts }: FrenchTextProps) {
  const path = `french.${name}` as const;
  const draft = form.watch();
  const missing = isMissing(name, draft) && (
    <strong className="font-semibold text-base-content">{texts.missing}</strong>
  );
  const { error, ...registered } = form.field(path);
  const label = frenchLabel(name);
  const set = (text: string) => {
    form.clearErrors(path);
    form.setValue(path, text, { shouldDirty: true });
  };
  if (spec.list)
    return (
      <div lang="fr-CA">
        <RowsField
          {...spec.list}
          inFrench
          label={label}
          hint={missing}
          value={draft.french[name]}
          error={error}
          onChange={set}
        />
        {missing && (
          <Button
            variant="outline"
            small
            className="mb-4"
            aria-label={texts.copyOf(label)}
            onClick={() => set(draft[name])}
          >
            {texts.copy}
          </Button>
        )}
      </div>
    );
  const input = { label, error, lang: "fr-CA", dir: "auto", hint: missing, ...registered };
  return (
    <>
      {spec.rows ? (
        <TextArea rows={spec.rows} maxLength={spec.max ?? 400} {...input} />
      ) : (
        <Field type="text" autoComplete="off" maxLength={spec.max ?? 200} {...input} />
      )}
      {isLegal(name) && drafts.includes(name) && (
        <label className="mb-6 flex items-start gap-3 border-l-2 border-warning py-1 pl-4 text-sm">
          <input
            type="checkbox"
            className="mt-0.5 size-5 shrink-0 accent-primary"
            {...form.register(`checkedFrench.${name}`)}
          />
          <span>{texts.checked}</span>
        </label>
      )}
    </>
  );
}

export const isLegal = (name: string) =>
  name === "privacy" || name === "terms" || name === "returns";
