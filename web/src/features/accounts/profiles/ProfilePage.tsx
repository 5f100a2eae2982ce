import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useLocation } from "react-router";
import { profileQuery } from "../../../api/profile.ts";
import { useAccount } from "../../../api/session/SessionProvider.tsx";
import { useRole } from "../../../api/session/use-role.ts";
import { paths } from "../../../pages.ts";
import { AppLink } from "../../../ui/AppLink.tsx";
import { LoadError } from "../../../ui/LoadError.tsx";
import { ProfileForm } from "./ProfileForm.tsx";

/** The fragment of links to the profile. */
const PROFILE_ID = "profile";

/** Shows the profile. `isBelow` says that the page has a heading above. */
export default function ProfilePage({ isBelow = false }: { isBelow?: boolean }) {
  const account = useAccount();
  const { hash } = useLocation();
  const section = useRef<HTMLElement>(null);
  const Heading = isBelow ? "h2" : "h1";
  const { data: stored, error, refetch } = useQuery(profileQuery(account.email));

  useEffect(() => {
    if (hash === `#${PROFILE_ID}`) section.current?.scrollIntoView();
  }, [hash]);

  return (
    <section
      ref={section}
      id={PROFILE_ID}
      className={isBelow ? "mt-14 border-t border-rule pt-8" : ""}
    >
      <Heading className={isBelow ? "text-heading" : "text-title"}>Users Profile</Heading>
      <p className="mt-4 max-w-prose text-quiet">
        How we can reach you. Your next order starts with this address and phone.
      </p>
      <div className="mt-8 max-w-2xl">
        {stored ? (
          <ProfileForm key={account.email} account={account} stored={stored} />
        ) : error ? (
          <LoadError error={error} onRetry={() => void refetch()} />
        ) : (
          <ProfileSkeleton />
        )}
      </div>
      <OtherSections />
    </section>
  );
}

function OtherSections() {
  const { data: role } = useRole();
  return (
    <div className="mt-14 grid max-w-2xl gap-x-10 gap-y-8 border-t border-rule pt-8 sm:grid-cols-2">
      <section>
        <h2 className="text-xl">Account &amp; security</h2>
        <p className="mt-2 text-sm text-quiet">
          Your password, other ways to log in, where you are logged in, and your data.
        </p>
        <AppLink to={paths.account} className="btn btn-outline btn-sm mt-4">
          Account &amp; security
        </AppLink>
      </section>
      {role === "admin" && (
        <section>
          <h2 className="text-xl">API keys</h2>
          <p className="mt-2 text-sm text-quiet">
            Keys for your own scripts, for example to update stock.
          </p>
          <AppLink to={paths.apiKeys} className="btn btn-outline btn-sm mt-4">
            API keys
          </AppLink>
        </section>
      )}
      {role === "admin" && (
        <section>
          <h2 className="text-xl">Undelivered e-mail</h2>
          <p className="mt-2 text-sm text-quiet">
            E-mails from the shop that could not be delivered, and why.
          </p>
          <AppLink to={paths.undeliveredEmail} className="btn btn-outline btn-sm mt-4">
            Show them
          </AppLink>
        </section>
      )}
    </div>
  );
}

/** The placeholder of the form. */
const ProfileSkeleton = () => (
  <div role="status" className="appear-late grid gap-x-6 gap-y-7 sm:grid-cols-2">
    <span className="sr-only">Loading your profile …</span>
    {["name", "e-mail", "location", "phone"].map((field) => (
      <div key={field} className="h-[4.5rem] bg-base-200" />
    ))}
    <div className="h-[4.5rem] bg-base-200 sm:col-span-2" />
  </div>
);
