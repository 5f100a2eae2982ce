import { useQuery } from "@tanstack/react-query";
import { profileQuery } from "../../api/profile.ts";
import { useAccount } from "../../api/session/SessionProvider.tsx";
import { PageTitle } from "../../ui/PageTitle.tsx";
import { Trouble } from "../../ui/Trouble.tsx";
import { ProfileForm } from "./ProfileForm.tsx";

export default function ProfilePage() {
  const account = useAccount();
  const { data: stored, error, refetch } = useQuery(profileQuery(account.email));
  return (
    <>
      <PageTitle>Dashboard</PageTitle>
      <h1 className="text-title">Users Profile</h1>
      <p className="mt-4 max-w-prose text-quiet">
        Where we can reach you. Your next order starts with this address and phone.
      </p>
      <div className="mt-8 max-w-2xl">
        {stored ? (
          <ProfileForm key={account.email} account={account} stored={stored} />
        ) : error ? (
          <Trouble error={error} onRetry={() => void refetch()} />
        ) : (
          <ProfileSkeleton />
        )}
      </div>
    </>
  );
}

/** The boxes of the form, before it is known what to fill in. */
const ProfileSkeleton = () => (
  <div role="status" className="appear-late grid gap-x-6 gap-y-7 sm:grid-cols-2">
    <span className="sr-only">Loading your profile …</span>
    {["name", "e-mail", "location", "phone"].map((field) => (
      <div key={field} className="h-[4.5rem] bg-base-200" />
    ))}
    <div className="h-[4.5rem] bg-base-200 sm:col-span-2" />
  </div>
);
