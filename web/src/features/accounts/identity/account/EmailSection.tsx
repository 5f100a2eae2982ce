import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { send } from "../../../../api/client.ts";
import { useAccount } from "../../../../api/session/SessionProvider.tsx";
import { Button } from "../../../../ui/Button.tsx";
import { Email } from "../../../../ui/Email.tsx";
import { FormError } from "../../../../ui/FormError.tsx";
import { CheckIcon } from "../../../../ui/icons.tsx";
import { LoadError } from "../../../../ui/LoadError.tsx";
import { texts as words } from "../../../../ui/texts.en.ts";
import { AccountSection } from "./AccountSection.tsx";
import { ChangeEmailForm } from "./ChangeEmailForm.tsx";
import { useAccountChange, verificationQuery } from "./queries.ts";
import { emailTexts as texts } from "./texts.en.tsx";

export function EmailSection({ hasPassword }: { hasPassword: boolean }) {
  const { email } = useAccount();
  const { data, error, refetch } = useQuery(verificationQuery);
  return (
    <AccountSection id="e-mail" about={texts.about}>
      <p className="font-medium">
        <Email address={email} />
      </p>
      {data?.verified ? (
        <p className="mt-1 flex items-center gap-1.5 text-sm text-success">
          <CheckIcon /> {texts.confirmed}
        </p>
      ) : data ? (
        <UnverifiedEmail sendsMail={data.mail} />
      ) : error ? (
        <LoadError error={error} onRetry={() => void refetch()} />
      ) : (
        <p role="status" className="appear-late mt-1 text-sm text-quiet">
          {words.wait(words.loading)}
        </p>
      )}
      {email && data?.mail && <ChangeEmailForm hasPassword={hasPassword} />}
    </AccountSection>
  );
}

function UnverifiedEmail({ sendsMail }: { sendsMail: boolean }) {
  const [sent, setSent] = useState(false);
  const sending = useAccountChange(() => send("POST /identity/email/verification"));

  const sendMail = async () => {
    if (sending.isPending) return;
    setSent(false);
    try {
      await sending.mutateAsync();
      setSent(true);
    } catch {
      // Shown below from sending.error.
    }
  };

  if (!sendsMail) return <p className="mt-1 text-sm text-quiet">{texts.notConfirmed}</p>;
  return (
    <>
      <p className="mt-1 max-w-prose text-sm text-quiet">{texts.notConfirmedYet}</p>
      <Button
        variant="outline"
        small
        className="mt-4"
        busy={sending.isPending}
        onClick={() => void sendMail()}
      >
        {texts.sendAgain}
      </Button>
      <p role="status" className="mt-3 text-sm empty:mt-0">
        {sent && texts.sent}
      </p>
      <div role="alert" className="mt-3 text-sm text-error empty:mt-0">
        {sending.error && <FormError error={sending.error} />}
      </div>
    </>
  );
}
