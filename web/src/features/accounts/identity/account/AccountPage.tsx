import "../identity.css";
import { useIsFetching, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { configQuery } from "../../../../api/config.ts";
import { allRoles, useAccountRole, useWithheldReason } from "../../../../api/session/use-role.ts";
import { paths } from "../../../../pages.ts";
import { BackLink } from "../../../../ui/BackLink.tsx";
import { LoadError } from "../../../../ui/LoadError.tsx";
import { Spinner } from "../../../../ui/Spinner.tsx";
import type { SectionId } from "./AccountSection.tsx";
import { DataExportSection } from "./DataExportSection.tsx";
import { DeleteAccountSection } from "./DeleteAccountSection.tsx";
import { EmailSection } from "./EmailSection.tsx";
import { LoginMethodsSection } from "./LoginMethodsSection.tsx";
import { NameSection } from "./NameSection.tsx";
import { PasswordSection } from "./PasswordSection.tsx";
import { PushSection } from "./PushSection.tsx";
import { loginMethodsQuery, secondFactorQuery } from "./queries.ts";
import { SavedCardsSection } from "./SavedCardsSection.tsx";
import { SessionsSection } from "./SessionsSection.tsx";
import { TwoStepSection } from "./TwoStepSection.tsx";
import { texts } from "./texts.en.tsx";

/** The sections that every account has, in the order of the page. */
const INDEX: SectionId[] = [
  "password",
  "two-step-login",
  "where-you-are-logged-in",
  "name",
  "e-mail",
  "ways-to-log-in",
  "your-data",
  "delete-my-account",
];

export default function AccountPage() {
  const { data: ways, error, refetch } = useQuery(loginMethodsQuery);
  const { data: secondFactor, isPending } = useQuery(secondFactorQuery);
  const withheld = useWithheldReason();
  const isTooWeak = withheld === "weak password";
  const role = useAccountRole();
  const isStaff = !withheld && (role === "staff" || role === "admin");
  const index = isStaff ? INDEX.toSpliced(3, 0, "new-orders-on-your-phone") : INDEX;
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
      <BackLink to={paths.dashboard}>{texts.profile}</BackLink>
      <h1 className="text-title">{texts.title}</h1>
      <nav aria-label={texts.onThisPage} className="mt-4">
        <ul className="flex flex-wrap gap-x-5 text-sm">
          {index.map((id) => (
            <li key={id}>
              <a href={`#${id}`} className="link-like inline-block py-1">
                {texts.sections[id]}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <div className="mt-8 max-w-4xl">
        {isReady ? (
          <>
            {role === "admin" && secondFactor && !secondFactor.on && !secondFactor.required && (
              <p className="mb-8 border-l-2 border-warning py-1 pl-4">{texts.twoStepIsOff}</p>
            )}
            {mustTurnOn ? first?.toReversed() : first}
            <SessionsSection />
            {isStaff && <PushSection />}
            <NameSection />
            <EmailSection hasPassword={ways.hasPassword} />
            <LoginMethodsSection methods={ways} />
            {config?.stripePublishableKey && <SavedCardsSection />}
            <DataExportSection />
            <DeleteAccountSection hasPassword={ways.hasPassword} />
          </>
        ) : error ? (
          <LoadError error={error} onRetry={() => void refetch()} />
        ) : (
          <Spinner label={texts.loading} />
        )}
      </div>
    </>
  );
}
