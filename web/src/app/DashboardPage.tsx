import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense } from "react";
import { configQuery } from "../api/config.ts";
import { useRole } from "../api/session/use-role.ts";
import { useShop } from "../api/shop.ts";
import ProfilePage from "../features/accounts/profiles/ProfilePage.tsx";
import { todayQuery } from "../features/back-office/today/queries.ts";
import { TodaySkeleton } from "../features/back-office/today/TodaySkeleton.tsx";
import { admits } from "../page.ts";
import { LoadError } from "../ui/LoadError.tsx";

import { texts } from "./DashboardPage.texts.en.ts";

const SetupPage = lazy(() => import("../features/back-office/today/SetupPage.tsx"));
const Today = lazy(() => import("../features/back-office/today/Today.tsx"));

/**
 * Shows the specified profile. The owner and staff see above it what waits today. A shop without an
 * owner leads the new account to the role.
 */
export default function DashboardPage() {
  const { data: role, error: roleError } = useRole();
  const isOpening = useShop().shopState === "opening";
  const { data: config, isPending } = useQuery({ ...configQuery, enabled: isOpening });
  if (!role && !roleError) return null;
  if (!admits("staff", role)) {
    if (isOpening && isPending) return null;
    if (!config?.needsOwner) return <ProfilePage />;
    return (
      <Suspense fallback={null}>
        <SetupPage />
      </Suspense>
    );
  }
  return <StaffPage isOwner={role === "admin"} />;
}

function StaffPage({ isOwner }: { isOwner: boolean }) {
  const { data: today, error, refetch } = useQuery(todayQuery);
  const isOpening = useShop().shopState === "opening";
  const { data: config, isPending } = useQuery(configQuery);
  // All of it waits, so that nothing moves.
  if ((!today && !error) || isPending) return <TodaySkeleton isOwner={isOwner} />;
  return (
    <Suspense fallback={<TodaySkeleton isOwner={isOwner} />}>
      {today ? (
        <Today
          today={today}
          hasTestKeys={config?.paymentTestMode === true}
          takesCards={Boolean(config?.stripePublishableKey)}
          isOpening={isOpening}
        />
      ) : (
        <>
          <h1 className="mb-6 text-title">{texts.today}</h1>
          <LoadError error={error} onRetry={() => void refetch()} />
        </>
      )}
      <ProfilePage isBelow />
    </Suspense>
  );
}
