import { useQuery, useQueryClient } from "@tanstack/react-query";
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
import { useFormDraft } from "../../../ui/use-form-draft.ts";
import { EmailPreview } from "./EmailPreview.tsx";
import { isChanged } from "./EmailTextsPage.tsx";
import {
  type EmailTexts,
  emailTextsQuery,
  useSaveEmailTexts,
  useSendSample,
  type WrittenTexts,
} from "./queries.ts";

/** For the owner: subject and opening words of one e-mail, beside the whole e-mail. */
export default function EmailTextsEditorPage() {
  const { kind = "" } = useParams();
  const { data, error, refetch } = useQuery(emailTextsQuery);
  const email = data?.data.find((one) => one.kind === kind);
  return (
    <>
      <BackLink to={paths.emailTexts}>E-mails</BackLink>
      <h1 className="text-title">{email?.title ?? "E-mail"}</h1>
      <div className="mt-8">
        {email ? (
          <Editor key={kind} email={email} />
        ) : data ? (
          <EmptyState title="No such e-mail">The list of e-mails has all of them.</EmptyState>
        ) : error ? (
          <LoadError error={error} onRetry={() => void refetch()} />
        ) : (
          <Spinner label="Loading the e-mail" />
        )}
      </div>
    </>
  );
}

/** As customers get them. */
const textsOf = ({ subject, opening, firstSubject, firstOpening }: EmailTexts): WrittenTexts => ({
  subject: subject || firstSubject,
  opening: opening || firstOpening,
});

function Editor({ email }: { email: EmailTexts }) {
  const { kind, title, placeholders } = email;
  const { email: account } = useAccount();
  const queryClient = useQueryClient();
  const save = useSaveEmailTexts(kind);
  const form = useApiForm({
    defaultValues: textsOf(email),
    call: save,
    done: ({ data }) => {
      const saved = data.find((one) => one.kind === kind) ?? email;
      form.reset(textsOf(saved));
      showToast("success", isChanged(saved) ? "E-mail saved" : "The e-mail has its default texts");
    },
    failed: async (error) => {
      // What was typed stays, and the next press saves it.
      if (error instanceof ApiError && error.status === 412)
        await queryClient.refetchQueries({ queryKey: emailTextsQuery.queryKey });
      return false;
    },
  });
  useFormDraft(`e-mail ${kind} by ${account}`, form);
  const typed = form.watch();
  const { isDirty } = form.formState;

  return (
    <div className="grid gap-x-10 gap-y-8 xl:grid-cols-[minmax(0,4fr)_minmax(0,5fr)]">
      <PageTitle>{title}</PageTitle>
      <form noValidate onSubmit={form.submit}>
        <Field label="Subject" dir="auto" maxLength={120} {...form.field("subject")} />
        <TextArea
          label="Opening words"
          dir="auto"
          rows={6}
          maxLength={600}
          hint="The greeting stands above them. What the customer has to know, and the links, follow."
          {...form.field("opening")}
        />
        <p className="text-sm text-quiet">
          In both you can use{" "}
          {placeholders.map((name) => (
            <code key={name} className="mr-2 inline-block">
              {name}
            </code>
          ))}
        </p>
        <div className="mt-6 flex flex-wrap gap-3">
          <Button type="submit" className="min-w-32" busy={form.busy}>
            {form.busy ? "Saving …" : "Save"}
          </Button>
          {isChanged(email) && (
            <Button
              variant="outline"
              onClick={() => void form.sendValues({ subject: "", opening: "" })}
            >
              Reset to default
            </Button>
          )}
          <SendSample kind={kind} disabled={isDirty} />
        </div>
        <FormFailure form={form} className="mt-4 empty:hidden" />
      </form>
      <section aria-labelledby="email-preview">
        <h2 id="email-preview" className="text-heading">
          Preview
        </h2>
        <p className="mt-1 mb-3 text-sm text-quiet">With a sample customer and order.</p>
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
      if (isSent) showToast("success", `Sent to ${to}`);
      else showToast("error", `Not sent to ${to}. The mail server answered: ${answer}`);
    } catch (error) {
      showToast("error", errorMessage(error));
    }
  };
  return (
    <Button
      variant="outline"
      busy={sample.isPending}
      disabled={disabled}
      title={disabled ? "Please save first" : undefined}
      onClick={() => void sendIt()}
    >
      Send a test to me
    </Button>
  );
}
