import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useLocation } from "react-router";
import { profileQuery } from "../../../api/profile.ts";
import { useAccount } from "../../../api/session/SessionProvider.tsx";
import { useRole } from "../../../api/session/use-role.ts";
import { paths } from "../../../pages.ts";
import { AppLink } from "../../../ui/AppLink.tsx";
import { LoadError } from "../../../ui/LoadError.tsx";
import { texts as words } from "../../../ui/texts.en.ts";
import { ProfileForm } from "./ProfileForm.tsx";
import { texts } from "./texts.en.ts";

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
      <Heading className={isBelow ? "text-heading" : "text-title"}>{texts.title}</Heading>
      <p className="mt-4 max-w-prose text-quiet">{texts.whatFor}</p>
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
        <h2 className="text-xl">{texts.account}</h2>
        <p className="mt-2 text-sm text-quiet">{texts.aboutAccount}</p>
        <AppLink to={paths.account} className="btn btn-outline btn-sm mt-4">
          {texts.account}
        </AppLink>
      </section>
      {role === "admin" && (
        <section>
          <h2 className="text-xl">{texts.apiKeys}</h2>
          <p className="mt-2 text-sm text-quiet">{texts.aboutApiKeys}</p>
          <AppLink to={paths.apiKeys} className="btn btn-outline btn-sm mt-4">
            {texts.apiKeys}
          </AppLink>
        </section>
      )}
      {role === "admin" && (
        <section>
          <h2 className="text-xl">{texts.undeliveredEmail}</h2>
          <p className="mt-2 text-sm text-quiet">{texts.aboutUndeliveredEmail}</p>
          <AppLink to={paths.undeliveredEmail} className="btn btn-outline btn-sm mt-4">
            {texts.showEmails}
          </AppLink>
        </section>
      )}
    </div>
  );
}

/** The placeholder of the form. */
const ProfileSkeleton = () => (
  <div role="status" className="appear-late grid gap-x-6 gap-y-7 sm:grid-cols-2">
    <span className="sr-only">{words.wait(texts.loading)}</span>
    {["name", "e-mail", "location", "phone"].map((field) => (
      <div key={field} className="h-[4.5rem] bg-base-200" />
    ))}
    <div className="h-[4.5rem] bg-base-200 sm:col-span-2" />
  </div>
);
