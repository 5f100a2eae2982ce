import "../../../ui/bottom-bar.css";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { request, type WithEtag } from "../../../api/client.ts";
import { ApiError } from "../../../api/errors.ts";
import { useAccount } from "../../../api/session/SessionProvider.tsx";
import { setShop } from "../../../api/shop.ts";
import { paths } from "../../../pages.ts";
import { BackLink } from "../../../ui/BackLink.tsx";
import { Button } from "../../../ui/Button.tsx";
import { FormError } from "../../../ui/FormError.tsx";
import { showToast } from "../../../ui/toast.tsx";
import { setFieldErrors, useApiForm } from "../../../ui/use-api-form.ts";
import { useFormDraft } from "../../../ui/use-form-draft.ts";
import { useSearchParam } from "../../../ui/use-search-param.ts";
import { type Conflict, Conflicts } from "../Conflicts.tsx";
import { showAccent } from "./accent-style.ts";
import { checkRows } from "./charges/rows.ts";
import { TaxOverview } from "./charges/TaxOverview.tsx";
import { DiscountCodes } from "./codes/DiscountCodes.tsx";
import { atFrenchFields, inPageLanguage, isTranslated } from "./french.ts";
import { HomeEditor } from "./HomeEditor.tsx";
import { NewsletterSubscribers } from "./NewsletterSubscribers.tsx";
import {
  type ManagedSettings,
  settingsToEditQuery,
  shopSettingsQuery,
  unwrapSettings,
} from "./queries.ts";
import { fieldId, SettingsFields } from "./SettingsFields.tsx";
import { SettingsIndex } from "./SettingsIndex.tsx";
import { SettingValue } from "./SettingValue.tsx";
import { type SettingName, settingLabel } from "./setting-texts.ts";
import {
  afterSave,
  changesOf,
  conflictsOf,
  type DraftField,
  draftOf,
  frenchNameOf,
  rebased,
  type SettingsDraft,
} from "./settings-draft.ts";
import { namesIn, SECTION_NAMES, SECTIONS } from "./settings-sections.ts";
import { texts } from "./texts.en.tsx";

/** One section at a time, with a save of its own. What was typed in the others stays. */
export function ShopSettingsForm({ first }: { first: WithEtag<ManagedSettings> }) {
  const [opened, setOpened] = useState(first);
  const [conflicts, setConflicts] = useState<Conflict<DraftField>[]>([]);
  const [asked] = useSearchParam("section");
  const [field] = useSearchParam("field");
  useEffect(() => {
    if (asked) focusField(field);
  }, [asked, field]);
  // Without one the page is the index of all sections.
  const shown = SECTION_NAMES.find((name) => name === asked);
  const section = shown && SECTIONS[shown];
  const names = section ? namesIn(section) : [];
  const { email } = useAccount();
  const queryClient = useQueryClient();
  const form = useApiForm<SettingsDraft, WithEtag<ManagedSettings> | undefined>({
    defaultValues: draftOf(first.data),
    call: async (draft) => {
      const body = changesOf(draft, opened.data, names);
      if (Object.keys(body).length === 0) return undefined;
      checkRows(body);
      const header = { "If-Match": opened.etag };
      return unwrapSettings(request("PUT /shop-settings", { header, body }));
    },
    done: (saved, sent): void => {
      if (!saved) {
        showToast("info", texts.unchanged);
        return;
      }
      const shownNow = inPageLanguage(saved.data);
      queryClient.setQueryData(shopSettingsQuery.queryKey, shownNow);
      setShop(shownNow);
      void showAccent(saved.data.accent);
      setConflicts(
        conflicts.filter(({ name }) => !names.some((it) => it === (frenchNameOf(name) ?? name))),
      );
      continueOver(saved, afterSave(form.getValues(), sent, names, opened.data, saved.data));
      showToast("success", texts.saved);
    },
    failed: async (error): Promise<boolean> => {
      if (error instanceof ApiError && error.status === 412) await loadOther().catch(() => {});
      return setFieldErrors(atFrenchFields(error), form, isFormField);
    },
  });
  useFormDraft(`shop settings by ${email}`, form, {
    base: opened.data,
    rebase: (typed, base) => {
      setConflicts(conflictsOf(typed, base, first.data));
      return rebased(typed, base, first.data);
    },
  });

  const isFormField = (field: string) => field in form.getValues() || field.startsWith("french.");

  const continueOver = (now: WithEtag<ManagedSettings>, draft: SettingsDraft) => {
    form.reset(draftOf(now.data));
    form.reset(draft, { keepDefaultValues: true });
    setOpened(now);
  };

  const takeOther = (field: DraftField) => {
    const name = frenchNameOf(field);
    const options = { shouldDirty: true };
    if (name) form.setValue(`french.${name}`, opened.data.french[name], options);
    else form.setValue(field as SettingName, opened.data[field as SettingName], options);
  };

  const loadOther = async () => {
    const other = await queryClient.fetchQuery({ ...settingsToEditQuery, staleTime: 0 });
    const typed = form.getValues();
    setConflicts(conflictsOf(typed, opened.data, other.data));
    continueOver(other, rebased(typed, opened.data, other.data));
  };

  const typed = form.watch();
  const unsaved = SECTION_NAMES.filter((name) => {
    const changes = changesOf(typed, opened.data, namesIn(SECTIONS[name]));
    return Object.keys(changes).length > 0;
  });
  const { errors } = form.formState;
  const hasFieldErrors = names.some(
    (name) => errors[name] || (isTranslated(name) && errors.french?.[name]),
  );
  const index = (
    <SettingsIndex
      settings={opened.data}
      typed={typed}
      shown={shown}
      unsaved={unsaved}
      onLeave={() => form.setFailure(undefined)}
    />
  );
  if (!section) return <div className="mt-6">{index}</div>;
  // The preview of the home page needs the room of the index.
  const isHome = shown === "home";
  const fields = (
    <SettingsFields
      key={shown}
      form={form}
      section={section}
      drafts={opened.data.drafts}
      frenchDrafts={opened.data.frenchDrafts}
    />
  );
  return (
    <div className={isHome ? "mt-6" : "mt-6 gap-x-8 lg:grid lg:grid-cols-[10rem_minmax(0,1fr)]"}>
      {!isHome && index}
      <div className={isHome ? "" : "min-w-0 max-w-3xl"}>
        <BackLink to={paths.shopSettings} className="mb-4">
          {texts.all}
        </BackLink>
        <form noValidate onSubmit={form.submit}>
          <section aria-label={section.title}>
            <h2 className="text-heading">{section.title}</h2>
            <p className="max-w-prose pt-1 text-sm text-quiet">{section.about}</p>
            {isHome ? <HomeEditor form={form}>{fields}</HomeEditor> : fields}
          </section>
          <Conflicts
            conflicts={conflicts}
            labelOf={settingLabel}
            textFor={(name, value) => <SettingValue name={name} value={value} />}
            onTake={(name) => {
              // The other owner's settings are the ones that the form is over now.
              takeOther(name);
              setConflicts(conflicts.filter((conflict) => conflict.name !== name));
            }}
          />
          <div
            hidden={names.length === 0}
            className="bottom-bar mt-8 flex flex-wrap items-center gap-x-5 gap-y-2 border-t border-rule bg-base-100 py-4"
          >
            {/* Of its section, because a press in the next one repeats nothing. */}
            <Button key={shown} type="submit" className="min-w-32" busy={form.busy}>
              {form.busy ? texts.saving : texts.save}
            </Button>
            <p role="status" className="text-sm text-quiet">
              {unsaved.length > 0 &&
                !form.busy &&
                texts.notSaved(unsaved.map((name) => SECTIONS[name].title))}
            </p>
            <div role="alert" className="w-full text-error empty:hidden">
              {hasFieldErrors ? (
                <p>{texts.refused}</p>
              ) : (
                form.failure && <FormError error={form.failure} />
              )}
            </div>
          </div>
        </form>
        {shown === "taxes" && <TaxOverview etag={opened.etag} />}
        {shown === "newsletter" && <NewsletterSubscribers isOn={opened.data.newsletter === "on"} />}
        {shown === "codes" && <DiscountCodes />}
      </div>
    </div>
  );
}

/** Away from the bar at the bottom. */
function focusField(name: string) {
  const input =
    name &&
    document.getElementById(fieldId(name))?.querySelector("input, textarea, select, button");
  if (!(input instanceof HTMLElement)) return;
  input.focus({ preventScroll: true });
  input.scrollIntoView({ block: "center" });
}
