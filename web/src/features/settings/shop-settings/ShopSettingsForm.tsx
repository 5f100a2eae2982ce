import { FormError } from "../../../ui/FormError.tsx";
import { setFieldErrors, useApiForm } from "../../../ui/use-api-form.ts";
import "../../../ui/bottom-bar.css";
import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { request, unwrapWithEtag, type WithEtag } from "../../../api/client.ts";
import { ApiError } from "../../../api/errors.ts";
import { useAccount } from "../../../api/session/SessionProvider.tsx";
import { setShop } from "../../../api/shop.ts";
import { pages } from "../../../pages.ts";
import { AppLink } from "../../../ui/AppLink.tsx";
import { Button } from "../../../ui/Button.tsx";
import { Field, TextArea } from "../../../ui/Field.tsx";
import { SelectField } from "../../../ui/SelectField.tsx";
import { showToast } from "../../../ui/toast.tsx";
import { useFormDraft } from "../../../ui/use-form-draft.ts";
import { showAccent } from "./accent-style.ts";
import { AboutFields, HomePageFields } from "./HomePageFields.tsx";
import { AccentField, LogoField } from "./LookFields.tsx";
import { type ManagedSettings, settingsToEditQuery, shopSettingsQuery } from "./queries.ts";
import { SettingsConflicts } from "./SettingsConflicts.tsx";
import { CHOICES, SETTING_LABELS } from "./setting-texts.ts";
import {
  changesOf,
  conflictsOf,
  draftOf,
  rebased,
  type SettingsConflict,
  type SettingsDraft,
} from "./settings-draft.ts";
import { TimeZoneField } from "./TimeZoneField.tsx";

const LEGAL = ["privacy", "terms", "returns"] as const;

export function ShopSettingsForm({ first }: { first: WithEtag<ManagedSettings> }) {
  const [opened, setOpened] = useState(first);
  const [conflicts, setConflicts] = useState<SettingsConflict[]>([]);
  const { email } = useAccount();
  const queryClient = useQueryClient();
  const form = useApiForm<SettingsDraft, WithEtag<ManagedSettings> | undefined>({
    defaultValues: draftOf(first.data),
    call: async (draft) => {
      if (!form.formState.isDirty) return undefined;
      const header = { "If-Match": opened.etag };
      const body = changesOf(draft, opened.data);
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
      setOpened(saved);
      setConflicts([]);
      form.reset(draftOf(saved.data));
      showToast("success", "Shop settings saved");
    },
    failed: async (error, draft): Promise<boolean> => {
      if (error instanceof ApiError && error.status === 412) await loadOther(draft).catch(() => {});
      return setFieldErrors(error, form);
    },
  });
  const { isDirty } = form.formState;
  useFormDraft(`shop settings by ${email}`, form, {
    base: opened.data,
    rebase: (typed, base) => rebased(typed, base, first.data),
  });

  /** Fields that were typed in keep what was typed. */
  const loadOther = async (typed: SettingsDraft) => {
    const other = await queryClient.fetchQuery({ ...settingsToEditQuery, staleTime: 0 });
    setConflicts(conflictsOf(typed, opened.data, other.data));
    setOpened(other);
    form.reset(draftOf(other.data), { keepDirtyValues: true });
  };

  const field = (name: Exclude<keyof SettingsDraft, "checked">) => ({
    label: SETTING_LABELS[name],
    dir: "auto",
    ...form.field(name),
  });
  const { drafts } = opened.data;
  const hasFieldErrors = Object.keys(form.formState.errors).length > 0;
  return (
    <form noValidate className="mt-8 max-w-3xl" onSubmit={form.submit}>
      <Group title="The shop" about="Who you are, and how customers reach you.">
        <Field required maxLength={40} {...field("name")} />
        <Field type="email" autoComplete="off" {...field("email")} />
        <Field type="tel" autoComplete="off" {...field("phone")} />
        <Field maxLength={200} {...field("hours")} />
        <TimeZoneField chosen={opened.data.timeZone} {...form.register("timeZone")} />
        <SelectField
          label="Dates and amounts"
          className="mb-5"
          hint="Changes how dates and amounts are written, also in e-mails. The language stays English."
          {...form.register("locale")}
        >
          <Options of={CHOICES.locale} />
        </SelectField>
        <TextArea rows={3} maxLength={400} {...field("address")} />
        <TextArea
          rows={3}
          maxLength={400}
          hint="On receipts, packing slips and e-mails. One per line, for example GST/HST 12345 6789 RT0001"
          {...field("registrationNumbers")}
        />
        <TextArea
          rows={3}
          maxLength={400}
          className="sm:col-span-2"
          hint="While the shop takes no cards, customers read it after an order and in the e-mail. For example: Interac e-Transfer to pay@example.ca"
          {...field("howToPay")}
        />
        <Field
          hint="The company or person that sells, if the name differs."
          maxLength={200}
          {...field("legalName")}
        />
      </Group>
      <Group title="Look" about="Customers see it on every page.">
        <LogoField form={form} />
        <AccentField form={form} />
      </Group>
      <Group title="Texts" about="An empty text is left out.">
        <Field maxLength={200} className="sm:col-span-2" {...field("tagline")} />
        <TextArea rows={3} maxLength={400} className="sm:col-span-2" {...field("intro")} />
        <TextArea rows={2} maxLength={400} className="sm:col-span-2" {...field("about")} />
        <Field maxLength={200} className="sm:col-span-2" {...field("description")} />
      </Group>
      <Group
        id="home-page"
        title="Home page"
        about="Turn on what your shop needs. What is off is nowhere: not in menus, and search engines don’t find it."
      >
        <HomePageFields form={form} />
      </Group>
      <Group title="About page" about="Who you are. It stands in the menu and in the footer.">
        <AboutFields form={form} />
      </Group>
      <Group title="Social media" about="The full address of each page, starting with https://">
        <Field type="url" inputMode="url" {...field("twitterUrl")} />
        <Field type="url" inputMode="url" {...field("youtubeUrl")} />
        <Field type="url" inputMode="url" {...field("facebookUrl")} />
        <Field type="url" inputMode="url" {...field("instagramUrl")} />
      </Group>
      <Group
        title="E-mails to you"
        about="We also tell you about disputes, refused refunds and undelivered e-mails."
      >
        <Field
          type="email"
          autoComplete="off"
          hint="If empty, we use the shop’s e-mail. If both are empty, you get no e-mails."
          {...field("notificationEmail")}
        />
        <SelectField
          label={SETTING_LABELS.orderEmails}
          className="mb-5"
          {...form.register("orderEmails")}
        >
          <Options of={CHOICES.orderEmails} />
        </SelectField>
        <Field
          inputMode="numeric"
          hint="We e-mail you once when a tool falls to this number. Leave empty for never."
          {...field("lowStock")}
        />
      </Group>
      <Group
        title="Staff security"
        about="Two-step login asks for a code from an app after the password. Each person turns it on under Account & security."
      >
        <SelectField
          label={SETTING_LABELS.twoStepLogin}
          className="mb-5"
          {...form.field("twoStepLogin")}
        >
          <Options of={CHOICES.twoStepLogin} />
        </SelectField>
      </Group>
      <Group title="Reviews" about="You can hide and delete reviews in Manage Reviews.">
        <SelectField
          label={SETTING_LABELS.reviewPolicy}
          className="mb-5"
          {...form.register("reviewPolicy")}
        >
          <Options of={CHOICES.reviewPolicy} />
        </SelectField>
      </Group>
      <Group
        title="Search"
        about="Words that mean the same to your customers. A search for one finds tools with the other."
      >
        <TextArea
          rows={10}
          maxLength={10_000}
          className="sm:col-span-2"
          hint="One group per line, with = between the words: spade = shovel"
          {...field("synonyms")}
        />
      </Group>
      <Group
        title="Legal pages"
        about="A blank line starts a new paragraph. A short line alone becomes a heading."
      >
        {LEGAL.map((page) => (
          <div key={page} className="sm:col-span-2">
            <TextArea
              rows={10}
              maxLength={10_000}
              required
              hint={
                <AppLink to={pages[page].path} className="underline underline-offset-4">
                  See the page
                </AppLink>
              }
              {...field(page)}
            />
            {drafts.includes(page) && (
              <label className="mb-6 flex items-start gap-3 border-l-2 border-warning py-1 pl-4 text-sm">
                <input
                  type="checkbox"
                  className="mt-0.5 size-5 shrink-0 accent-primary"
                  {...form.register(`checked.${page}`)}
                />
                <span>
                  I (or my lawyer) have checked this text. Until you save it, the page says that it
                  is a draft.
                </span>
              </label>
            )}
          </div>
        ))}
      </Group>
      <SettingsConflicts
        conflicts={conflicts}
        onTake={(name, value) => {
          form.setValue(name, value, { shouldDirty: true });
          setConflicts(conflicts.filter((conflict) => conflict.name !== name));
        }}
      />
      <div className="bottom-bar mt-8 flex flex-wrap items-center gap-x-5 gap-y-2 border-t border-rule bg-base-100 py-4">
        <Button type="submit" className="min-w-32" busy={form.busy}>
          {form.busy ? "Saving …" : "Save"}
        </Button>
        <p role="status" className="text-sm text-quiet">
          {isDirty && !form.busy && "Not saved yet"}
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
  );
}

const Options = ({ of }: { of: Record<string, string> }) =>
  Object.entries(of).map(([value, text]) => (
    <option key={value} value={value}>
      {text}
    </option>
  ));

interface GroupProps {
  id?: string;
  title: string;
  about: string;
  children: ReactNode;
}

const Group = ({ id, title, about, children }: GroupProps) => (
  <section id={id} className="mt-10 scroll-mt-20 border-t border-rule pt-6 first:mt-0">
    <h2 className="text-heading">{title}</h2>
    <p className="pt-1 text-sm text-quiet">{about}</p>
    <div className="mt-5 grid gap-x-6 gap-y-2 sm:grid-cols-2">{children}</div>
  </section>
);
