import "../../../ui/bottom-bar.css";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { request, unwrapWithEtag, type WithEtag } from "../../../api/client.ts";
import { ApiError } from "../../../api/errors.ts";
import { useAccount } from "../../../api/session/SessionProvider.tsx";
import { setShop } from "../../../api/shop.ts";
import { Button } from "../../../ui/Button.tsx";
import { FormError } from "../../../ui/FormError.tsx";
import { showToast } from "../../../ui/toast.tsx";
import { setFieldErrors, useApiForm } from "../../../ui/use-api-form.ts";
import { useFormDraft } from "../../../ui/use-form-draft.ts";
import { useSearchParam } from "../../../ui/use-search-param.ts";
import { showAccent } from "./accent-style.ts";
import { type ManagedSettings, settingsToEditQuery, shopSettingsQuery } from "./queries.ts";
import { SettingsConflicts } from "./SettingsConflicts.tsx";
import { SettingsFields } from "./SettingsFields.tsx";
import { SettingsIndex } from "./SettingsIndex.tsx";
import {
  changesOf,
  conflictsOf,
  draftOf,
  rebased,
  type SettingsConflict,
  type SettingsDraft,
  withoutChanges,
} from "./settings-draft.ts";
import { namesIn, SECTION_NAMES, SECTIONS } from "./settings-sections.ts";

/** One section at a time, with a save of its own. What was typed in the others stays. */
export function ShopSettingsForm({ first }: { first: WithEtag<ManagedSettings> }) {
  const [opened, setOpened] = useState(first);
  const [conflicts, setConflicts] = useState<SettingsConflict[]>([]);
  const [asked] = useSearchParam("section");
  const shown = SECTION_NAMES.find((name) => name === asked) ?? "shop";
  const section = SECTIONS[shown];
  const names = namesIn(section);
  const { email } = useAccount();
  const queryClient = useQueryClient();
  const form = useApiForm<SettingsDraft, WithEtag<ManagedSettings> | undefined>({
    defaultValues: draftOf(first.data),
    call: async (draft) => {
      const body = changesOf(draft, opened.data, names);
      if (Object.keys(body).length === 0) return undefined;
      const header = { "If-Match": opened.etag };
      return unwrapWithEtag<ManagedSettings>(request("PUT /shop-settings", { header, body }));
    },
    done: (saved): void => {
      if (!saved) {
        showToast("info", "Nothing has changed");
        return;
      }
      queryClient.setQueryData(shopSettingsQuery.queryKey, saved.data);
      setShop(saved.data);
      void showAccent(saved.data.accent);
      setConflicts(conflicts.filter(({ name }) => !names.includes(name)));
      continueOver(saved, withoutChanges(form.getValues(), opened.data, names));
      showToast("success", "Shop settings saved");
    },
    failed: async (error, draft): Promise<boolean> => {
      if (error instanceof ApiError && error.status === 412) await loadOther(draft).catch(() => {});
      return setFieldErrors(error, form);
    },
  });
  useFormDraft(`shop settings by ${email}`, form, {
    base: opened.data,
    rebase: (typed, base) => rebased(typed, base, first.data),
  });

  /** Shows these settings. Fields that were typed in keep what was typed. */
  const continueOver = (now: WithEtag<ManagedSettings>, typed: SettingsDraft) => {
    form.reset(draftOf(now.data));
    form.reset(rebased(typed, opened.data, now.data), { keepDefaultValues: true });
    setOpened(now);
  };

  const loadOther = async (typed: SettingsDraft) => {
    const other = await queryClient.fetchQuery({ ...settingsToEditQuery, staleTime: 0 });
    setConflicts(conflictsOf(typed, opened.data, other.data));
    continueOver(other, typed);
  };

  const typed = form.watch();
  const unsaved = SECTION_NAMES.filter((name) => {
    const changes = changesOf(typed, opened.data, namesIn(SECTIONS[name]));
    return Object.keys(changes).length > 0;
  });
  const hasFieldErrors = names.some((name) => form.formState.errors[name]);
  return (
    <div className="mt-8 gap-x-8 lg:grid lg:grid-cols-[10rem_minmax(0,1fr)]">
      <SettingsIndex shown={shown} unsaved={unsaved} onLeave={() => form.setFailure(undefined)} />
      <form noValidate className="min-w-0 max-w-3xl" onSubmit={form.submit}>
        <section aria-label={section.title}>
          <h2 className="text-heading">{section.title}</h2>
          <p className="max-w-prose pt-1 text-sm text-quiet">{section.about}</p>
          <SettingsFields key={shown} form={form} section={section} drafts={opened.data.drafts} />
        </section>
        <SettingsConflicts
          conflicts={conflicts}
          onTake={(name, value) => {
            form.setValue(name, value, { shouldDirty: true });
            setConflicts(conflicts.filter((conflict) => conflict.name !== name));
          }}
        />
        <div className="bottom-bar mt-8 flex flex-wrap items-center gap-x-5 gap-y-2 border-t border-rule bg-base-100 py-4">
          {/* Of its section, because a press in the next one repeats nothing. */}
          <Button key={shown} type="submit" className="min-w-32" busy={form.busy}>
            {form.busy ? "Saving …" : "Save"}
          </Button>
          <p role="status" className="text-sm text-quiet">
            {unsaved.length > 0 &&
              !form.busy &&
              `Not saved yet: ${unsaved.map((name) => SECTIONS[name].title).join(", ")}`}
          </p>
          <div role="alert" className="w-full text-error empty:hidden">
            {hasFieldErrors ? (
              <p>Nothing was saved. Please correct the fields above.</p>
            ) : (
              form.failure && <FormError error={form.failure} />
            )}
          </div>
        </div>
      </form>
    </div>
  );
}
