import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useWithheldReason } from "../../../../api/session/use-role.ts";
import { paths } from "../../../../pages.ts";
import { BackLink } from "../../../../ui/BackLink.tsx";
import { LoadError } from "../../../../ui/LoadError.tsx";
import { Spinner } from "../../../../ui/Spinner.tsx";
import { DataExportSection } from "./DataExportSection.tsx";
import { DeleteAccountSection } from "./DeleteAccountSection.tsx";
import { EmailSection } from "./EmailSection.tsx";
import { LoginMethodsSection } from "./LoginMethodsSection.tsx";
import { NameSection } from "./NameSection.tsx";
import { PasswordSection } from "./PasswordSection.tsx";
import { loginMethodsQuery, secondFactorQuery } from "./queries.ts";
import { SessionsSection } from "./SessionsSection.tsx";
import { TwoStepSection } from "./TwoStepSection.tsx";

export default function AccountPage() {
  const { data: ways, error, refetch } = useQuery(loginMethodsQuery);
  const { data: secondFactor } = useQuery(secondFactorQuery);
  const [startsWithPassword, startWithPassword] = useState(false);
  const isTooWeak = useWithheldReason() === "weak password";
  // It stays where it is when the new password is saved.
  if (isTooWeak && !startsWithPassword) startWithPassword(true);
  const password = ways && <PasswordSection hasPassword={ways.hasPassword} isTooWeak={isTooWeak} />;
  const twoStep = ways && <TwoStepSection hasPassword={ways.hasPassword} />;
  return (
    <>
      <BackLink to={paths.dashboard}>Users Profile</BackLink>
      <h1 className="text-title">Account &amp; security</h1>
      <div className="mt-8 max-w-4xl">
        {ways ? (
          <>
            {startsWithPassword && password}
            {secondFactor?.required && twoStep}
            <NameSection />
            <EmailSection />
            <LoginMethodsSection methods={ways} />
            {!startsWithPassword && password}
            {secondFactor?.required === false && twoStep}
            <SessionsSection />
            <DataExportSection />
            <DeleteAccountSection hasPassword={ways.hasPassword} />
          </>
        ) : error ? (
          <LoadError error={error} onRetry={() => void refetch()} />
        ) : (
          <Spinner label="Loading your account" />
        )}
      </div>
    </>
  );
}
