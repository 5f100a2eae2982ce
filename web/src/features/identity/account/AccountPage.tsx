import { useQuery } from "@tanstack/react-query";
import { paths } from "../../../pages.ts";
import { AppLink } from "../../../ui/AppLink.tsx";
import { ArrowLeftIcon } from "../../../ui/icons.tsx";
import { Trouble } from "../../../ui/LoadError.tsx";
import { PageTitle } from "../../../ui/PageTitle.tsx";
import { Spinner } from "../../../ui/Spinner.tsx";
import { DataSection } from "./DataExportSection.tsx";
import { CloseSection } from "./DeleteAccountSection.tsx";
import { EmailSection } from "./EmailSection.tsx";
import { WaysInSection } from "./LoginMethodsSection.tsx";
import { PasswordSection } from "./PasswordSection.tsx";
import { waysInQuery } from "./queries.ts";
import { DevicesSection } from "./SessionsSection.tsx";

export default function AccountPage() {
  const { data: ways, error, refetch } = useQuery(waysInQuery);
  return (
    <>
      <PageTitle>{"Account & security"}</PageTitle>
      <p className="mb-6">
        <AppLink
          to={paths.dashboard}
          className="inline-flex items-center gap-2 text-quiet hover:text-base-content"
        >
          <ArrowLeftIcon />
          Users Profile
        </AppLink>
      </p>
      <h1 className="text-title">Account &amp; security</h1>
      <div className="mt-8 max-w-4xl">
        {ways ? (
          <>
            <EmailSection />
            <WaysInSection ways={ways} />
            <PasswordSection hasPassword={ways.hasPassword} />
            <DevicesSection />
            <DataSection />
            <CloseSection hasPassword={ways.hasPassword} />
          </>
        ) : error ? (
          <Trouble error={error} onRetry={() => void refetch()} />
        ) : (
          <Spinner label="Loading your account" />
        )}
      </div>
    </>
  );
}
