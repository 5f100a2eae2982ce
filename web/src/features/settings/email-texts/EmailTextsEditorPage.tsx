import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useParams } from "react-router";
import { errorMessage } from "../../../api/error-messages.ts";
import { ApiError } from "../../../api/errors.ts";
import { useAccount } from "../../../api/session/SessionProvider.tsx";
import { paths } from "../../../pages.ts";
import { BackLink } from "../../../ui/BackLink.tsx";
import { Button } from "../../../ui/Button.tsx";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { Field, TextArea } from "../../../ui/Field.tsx";
import { FormFailure } from "../../../ui/FormActions.tsx";
import { LoadError } from "../../../ui/LoadError.tsx";
import { PageTitle } from "../../../ui/PageTitle.tsx";
import { Spinner } from "../../../ui/Spinner.tsx";
import { showToast } from "../../../ui/toast.tsx";
import { useApiForm } from "../../../ui/use-api-form.ts";
import { resetAfterSubmit, typedOver, useFormDraft } from "../../../ui/use-form-draft.ts";
import { type Conflict, Conflicts, conflictsIn } from "../Conflicts.tsx";
import { EmailPreview } from "./EmailPreview.tsx";
import { texts } from "./editor.texts.en.tsx";
import {
  type EmailTexts,
  emailTextsQuery,
  isChanged,
  useSaveEmailTexts,
  useSendSample,
  versionOf,
  type WrittenTexts,
} from "./queries.ts";

/** The owner's page for subject and opening words of one e-mail, beside the whole e-mail. */
export default function EmailTextsEditorPage() {
  const { kind = "" } = useParams();
  const { data, error, refetch } = useQuery(emailTextsQuery);
  const opened = data && versionOf(data, kind);
  return (
    <>
      <BackLink to={paths.emailTexts}>{texts.emails}</BackLink>
      <h1 className="text-title">{opened?.email.title ?? texts.email}</h1>
      <div className="mt-8">
        {opened ? (
          <Editor key={kind} first={opened} />
        ) : data ? (
          <EmptyState title={texts.noSuchEmail}>{texts.noSuchEmailHint}</EmptyState>
        ) : error ? (
          <LoadError error={error} onRetry={() => void refetch()} />
        ) : (
          <Spinner label={texts.loading} />
        )}
      </div>
    </>
  );
}

/** The texts as customers get them. */
const textsOf = ({ subject, opening, firstSubject, firstOpening }: EmailTexts): WrittenTexts => ({
  subject: subject || firstSubject,
  opening: opening || firstOpening,
});

type Version = NonNullable<ReturnType<typeof versionOf>>;

function Editor({ first }: { first: Version }) {
  // The version that the form's changes are meant for.
  const [opened, setOpened] = useState(first);
  const [conflicts, setConflicts] = useState<Conflict<keyof WrittenTexts>[]>([]);
  const { kind, title, placeholders } = opened.email;
  const base = textsOf(opened.email);
  const { email: account } = useAccount();
  const queryClient = useQueryClient();
  const save = useSaveEmailTexts(kind);
  const form = useApiForm({
    defaultValues: textsOf(first.email),
    call: async (written): Promise<{ shown: WrittenTexts; saved: Version }> => {
      const shown = { ...form.getValues() };
      const all = await save(written, opened.etag).catch((error) => saveOverOther(written, error));
      return { shown, saved: versionOf(all, kind) ?? opened };
    },
    done: ({ shown, saved }) => {
      resetAfterSubmit(form, shown, textsOf(saved.email));
      setOpened(saved);
      setConflicts([]);
      const text = isChanged(saved.email) ? texts.saved : texts.savedDefault;
      showToast("success", text);
    },
  });
  useFormDraft(`e-mail ${kind} by ${account}`, form, {
    base,
    rebase: (typed, base) => {
      const now = textsOf(first.email);
      setConflicts(conflictsIn(typed, base, now));
      return typedOver(typed, base, now);
    },
  });

  /** Saves again after another owner's save, unless it has changed this e-mail. That is shown first. */
  const saveOverOther = async (written: WrittenTexts, error: unknown): ReturnType<typeof save> => {
    if (!(error instanceof ApiError && error.status === 412)) throw error;
    const all = await queryClient.fetchQuery({ ...emailTextsQuery, staleTime: 0 });
    const other = versionOf(all, kind) ?? opened;
    const now = textsOf(other.email);
    if (now.subject === base.subject && now.opening === base.opening)
      return save(written, other.etag);
    setConflicts(conflictsIn(form.getValues(), base, now));
    resetAfterSubmit(form, base, now);
    setOpened(other);
    throw error;
  };
  const typed = form.watch();
  const { isDirty } = form.formState;

  return (
    <div className="grid gap-x-10 gap-y-8 xl:grid-cols-[minmax(0,4fr)_minmax(0,5fr)]">
      <PageTitle>{title}</PageTitle>
      <form noValidate onSubmit={form.submit}>
        <Field label={texts.labels.subject} dir="auto" maxLength={120} {...form.field("subject")} />
        <TextArea
          label={texts.labels.opening}
          dir="auto"
          rows={6}
          maxLength={600}
          hint={texts.openingHint}
          {...form.field("opening")}
        />
        <p className="text-sm text-quiet">
          {texts.placeholders(
            placeholders.map((name) => (
              <code key={name} className="mr-2 inline-block">
                {name}
              </code>
            )),
          )}
        </p>
        <div className="mt-6 flex flex-wrap gap-3">
          <Button type="submit" className="min-w-32" busy={form.busy}>
            {form.busy ? texts.saving : texts.save}
          </Button>
          <SendSample kind={kind} disabled={isDirty} />
          {isChanged(opened.email) && (
            <Button
              variant="outline"
              onClick={() => void form.sendValues({ subject: "", opening: "" })}
            >
              {texts.reset}
            </Button>
          )}
        </div>
        <FormFailure form={form} className="mt-4 empty:hidden" />
        <Conflicts
          conflicts={conflicts}
          labelOf={(name) => texts.labels[name]}
          onTake={(name, value) => {
            form.setValue(name, value, { shouldDirty: true });
            setConflicts(conflicts.filter((conflict) => conflict.name !== name));
          }}
        />
      </form>
      <section aria-labelledby="email-preview">
        <h2 id="email-preview" className="text-heading">
          {texts.preview}
        </h2>
        <p className="mt-1 mb-3 text-sm text-quiet">{texts.previewHint}</p>
        <EmailPreview kind={kind} {...typed} />
      </section>
    </div>
  );
}

function SendSample({ kind, disabled }: { kind: string; disabled: boolean }) {
  const sample = useSendSample(kind);
  const sendIt = async () => {
    try {
      const { isSent, to, answer } = await sample.mutateAsync();
      if (isSent) showToast("success", texts.sentTo(to));
      else showToast("error", texts.notSentTo(to, answer));
    } catch (error) {
      showToast("error", errorMessage(error));
    }
  };
  return (
    <Button
      variant="outline"
      busy={sample.isPending}
      disabled={disabled}
      title={disabled ? texts.saveFirst : undefined}
      onClick={() => void sendIt()}
    >
      {texts.sendTest}
    </Button>
  );
}
