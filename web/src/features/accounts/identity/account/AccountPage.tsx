import "../identity.css";
import { useIsFetching, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { configQuery } from "../../../../api/config.ts";
import { allRoles, useAccountRole, useWithheldReason } from "../../../../api/session/use-role.ts";
import { paths } from "../../../../pages.ts";
import { BackLink } from "../../../../ui/BackLink.tsx";
import { LoadError } from "../../../../ui/LoadError.tsx";
import { Spinner } from "../../../../ui/Spinner.tsx";
import { anchorOf } from "./AccountSection.tsx";
import { DataExportSection } from "./DataExportSection.tsx";
import { DeleteAccountSection } from "./DeleteAccountSection.tsx";
import { EmailSection } from "./EmailSection.tsx";
import { LoginMethodsSection } from "./LoginMethodsSection.tsx";
import { NameSection } from "./NameSection.tsx";
import { PasswordSection } from "./PasswordSection.tsx";
import { PUSH_TITLE, PushSection } from "./PushSection.tsx";
import { loginMethodsQuery, secondFactorQuery } from "./queries.ts";
import { SavedCardsSection } from "./SavedCardsSection.tsx";
import { SessionsSection } from "./SessionsSection.tsx";
import { TwoStepSection } from "./TwoStepSection.tsx";

/** The titles that every account has, in the order of the page. */
const INDEX = [
  "Password",
  "Two-step login",
  "Where you are logged in",
  "Name",
  "E-mail",
  "Ways to log in",
  "Your data",
  "Delete my account",
];

export default function AccountPage() {
  const { data: ways, error, refetch } = useQuery(loginMethodsQuery);
  const { data: secondFactor, isPending } = useQuery(secondFactorQuery);
  const withheld = useWithheldReason();
  const isTooWeak = withheld === "weak password";
  const role = useAccountRole();
  const isStaff = !withheld && (role === "staff" || role === "admin");
  const index = isStaff ? INDEX.toSpliced(3, 0, PUSH_TITLE) : INDEX;
  const { data: config, isPending: isAskingConfig } = useQuery(configQuery);
  const isAskingRole = useIsFetching(allRoles) > 0;
  const first = ways && [
    <PasswordSection key="password" hasPassword={ways.hasPassword} isTooWeak={isTooWeak} />,
    <TwoStepSection key="second" hasPassword={ways.hasPassword} />,
  ];
  // Once, so that no section moves under the pointer.
  const [mustTurnOn, setMustTurnOn] = useState<boolean>();
  const isReady = ways && !isPending && !isAskingConfig && (role || !isAskingRole);
  if (isReady && mustTurnOn === undefined) setMustTurnOn(!!secondFactor?.required && !isTooWeak);
  return (
    <>
      <BackLink to={paths.dashboard}>Users Profile</BackLink>
      <h1 className="text-title">Account &amp; security</h1>
      <nav aria-label="On this page" className="mt-4">
        <ul className="flex flex-wrap gap-x-5 text-sm">
          {index.map((title) => (
            <li key={title}>
              <a href={`#${anchorOf(title)}`} className="link-like inline-block py-1">
                {title}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <div className="mt-8 max-w-4xl">
        {isReady ? (
          <>
            {role === "admin" && secondFactor && !secondFactor.on && !secondFactor.required && (
              <p className="mb-8 border-l-2 border-warning py-1 pl-4">
                Two-step login is off. Someone who has your password could run the shop.
              </p>
            )}
            {mustTurnOn ? first?.toReversed() : first}
            <SessionsSection />
            {isStaff && <PushSection />}
            <NameSection />
            <EmailSection />
            <LoginMethodsSection methods={ways} />
            {config?.stripePublishableKey && <SavedCardsSection />}
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
