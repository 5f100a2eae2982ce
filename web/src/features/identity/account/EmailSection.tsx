import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api, unwrap } from "../../../api/client.ts";
import { useAccount } from "../../../api/session/SessionProvider.tsx";
import { Button } from "../../../ui/Button.tsx";
import { Email } from "../../../ui/Email.tsx";
import { FormError } from "../../../ui/FormError.tsx";
import { CheckIcon } from "../../../ui/icons.tsx";
import { LoadError } from "../../../ui/LoadError.tsx";
import { AccountSection } from "./AccountSection.tsx";
import { useAccountChange, verificationQuery } from "./queries.ts";

export function EmailSection() {
  const { email } = useAccount();
  const { data, error, refetch } = useQuery(verificationQuery);
  return (
    <AccountSection
      title="E-mail"
      about="Where your orders are confirmed, and the key to your account."
    >
      <p className="font-medium">
        <Email address={email} />
      </p>
      {data?.verified ? (
        <p className="mt-1 flex items-center gap-1.5 text-sm text-success">
          <CheckIcon /> Confirmed
        </p>
      ) : data ? (
        <UnverifiedEmail sendsMail={data.mail} />
      ) : error ? (
        <LoadError error={error} onRetry={() => void refetch()} />
      ) : (
        <p role="status" className="appear-late mt-1 text-sm text-quiet">
          Loading …
        </p>
      )}
    </AccountSection>
  );
}

function UnverifiedEmail({ sendsMail }: { sendsMail: boolean }) {
  const [sent, setSent] = useState(false);
  const sending = useAccountChange(() => unwrap(api.POST("/identity/email/verification")));

  const send = async () => {
    if (sending.isPending) return;
    setSent(false);
    try {
      await sending.mutateAsync();
      setSent(true);
    } catch {
      // Said below, by sending.error.
    }
  };

  if (!sendsMail) return <p className="mt-1 text-sm text-quiet">Not confirmed.</p>;
  return (
    <>
      <p className="mt-1 max-w-prose text-sm text-quiet">
        Not confirmed yet. Follow the link in the mail that we have sent you: without it we cannot
        help you back in when the password is lost.
      </p>
      <Button
        variant="outline"
        small
        className="mt-4"
        busy={sending.isPending}
        onClick={() => void send()}
      >
        Send the mail again
      </Button>
      <p role="status" className="mt-3 text-sm empty:mt-0">
        {sent && "A mail is on its way. The link in it is good for a day."}
      </p>
      <div role="alert" className="mt-3 text-sm text-error empty:mt-0">
        {sending.error && <FormError error={sending.error} />}
      </div>
    </>
  );
}
