import "./dashboard.css";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useId, useState } from "react";
import { Outlet, useLocation } from "react-router";
import { configQuery } from "../../api/config.ts";
import { useRole, useWithheldReason, type WithheldReason } from "../../api/session/use-role.ts";
import { useShop } from "../../api/shop.ts";
import type { SidebarGroup } from "../../page.ts";
import { paths } from "../../pages.ts";
import { sidebarGroups } from "../../sidebar.ts";
import { groups } from "../../sidebar-groups.en.ts";
import { AppLink, AppNavLink } from "../../ui/AppLink.tsx";
import { Button } from "../../ui/Button.tsx";
import { DateText } from "../../ui/DateText.tsx";
import { TitleCount } from "../../ui/PageTitle.tsx";
import { texts as words } from "../../ui/texts.en.ts";
import { texts } from "./DashboardLayout.texts.en.tsx";
import { useOrderSound } from "./order-sound.ts";
import { type OverdueBackup, useOwnerTasks } from "./owner-tasks.ts";
import { SIDEBAR_ICONS } from "./sidebar-icons.tsx";

export default function DashboardLayout() {
  const { data: role, error, refetch } = useRole();
  const withheld = useWithheldReason();
  const { data: config } = useQuery(configQuery);
  const { pathname, key } = useLocation();
  const isOpening = useShop().shopState === "opening";
  const { total, byPath, ordersToShip, overdueBackup } = useOwnerTasks();
  const [hasSound, setSound] = useOrderSound(ordersToShip);
  // The list is open at one location only, so that choosing a link closes it.
  const [openAt, setOpenAt] = useState<string>();
  const open = openAt === key;
  const listId = useId();
  const isOwnerAtTop = role === "admin" && pathname === paths.dashboard;
  const hasSteps = role === "admin" && isOpening;

  return (
    <div className="dashboard measure relative grid min-h-svh content-start gap-x-6 gap-y-6 py-6 lg:py-10">
      <nav
        aria-label={texts.dashboard}
        className="flex flex-wrap items-center gap-x-4 gap-y-2 print:hidden lg:block lg:border-r lg:border-rule lg:pr-3"
      >
        <p className="eyebrow hidden lg:block">{texts.dashboard}</p>
        <Button
          variant="outline"
          small
          className="lg:hidden"
          aria-expanded={open}
          aria-controls={listId}
          onClick={() => setOpenAt(open ? undefined : key)}
        >
          {texts.menu}
          <TaskCount count={total} />
        </Button>
        <div
          id={listId}
          className={`${open ? "block" : "hidden"} mt-3 w-full text-sm lg:sticky lg:top-24 lg:mt-4 lg:block`}
        >
          {/* Until the role is known there are no links, because they would move. */}
          {(role || error) &&
            sidebarGroups(role).map(({ title, links }) => (
              <SidebarList key={title ?? ""} title={title}>
                {links.map(({ to, text }) => (
                  <li key={to} className="relative">
                    <AppNavLink
                      to={to}
                      onClick={() => setOpenAt(undefined)}
                      className="sidebar-link"
                    >
                      {text}
                    </AppNavLink>
                    <span className="pointer-events-none absolute top-1/2 right-0 -translate-y-1/2">
                      <TaskCount count={byPath[to]} />
                    </span>
                  </li>
                ))}
              </SidebarList>
            ))}
          {role === "admin" && (
            <label className="mt-3 flex min-h-6 cursor-pointer items-start gap-2 text-quiet">
              <input
                type="checkbox"
                className="mt-0.5 size-4 shrink-0 accent-primary"
                checked={hasSound}
                onChange={({ target }) => setSound(target.checked)}
              />
              {texts.soundForOrders}
            </label>
          )}
          {error && !role && (
            <p className="py-2 pl-4">
              {texts.linksDidNotLoad}{" "}
              <button type="button" className="underline" onClick={() => void refetch()}>
                {words.tryAgain}
              </button>
            </p>
          )}
        </div>
        {/* Beside the button or below the list, so that it moves nothing when it appears. */}
        {role === "admin" && config?.paymentTestMode && !isOwnerAtTop && (
          <p
            className={`min-w-0 flex-[1_1_6rem] text-sm text-warning lg:mt-4 lg:pl-4 ${overdueBackup || hasSteps ? "max-lg:hidden" : ""}`}
          >
            {texts.testPayments}
          </p>
        )}
      </nav>
      <div className="min-w-0">
        {withheld && pathname !== paths.account && <WithheldNotice reason={withheld} />}
        {hasSteps && !isOwnerAtTop && <OpeningNotice />}
        {overdueBackup && !isOwnerAtTop && !hasSteps && <BackupNotice {...overdueBackup} />}
        <TitleCount value={total}>
          <Outlet />
        </TitleCount>
      </div>
    </div>
  );
}

interface SidebarListProps {
  title: SidebarGroup | undefined;
  children: ReactNode;
}

function SidebarList({ title, children }: SidebarListProps) {
  const headingId = useId();
  const Icon = title && SIDEBAR_ICONS[title];
  return (
    <>
      {Icon && (
        <p id={headingId} className="mt-3 mb-0.5 flex items-center gap-2 text-quiet [&>svg]:size-4">
          <Icon />
          {groups[title]}
        </p>
      )}
      <ul aria-labelledby={title && headingId}>{children}</ul>
    </>
  );
}

/** The way back to the steps, of which the backup is one. */
const OpeningNotice = () => (
  <p className="opening-notice print:hidden">
    {texts.notOpen}{" "}
    <AppLink to={paths.dashboard} className="font-medium underline underline-offset-4">
      {texts.backToSteps}
    </AppLink>
  </p>
);

const BackupNotice = ({ lastAt, isNightly }: OverdueBackup) => (
  <p className="backup-notice print:hidden">
    {lastAt ? texts.noBackupSince(<DateText at={lastAt} />) : texts.noBackup}{" "}
    <span>{isNightly ? texts.logSaysWhy : texts.setBackupFolder}</span>
  </p>
);

const WithheldNotice = ({ reason }: { reason: WithheldReason }) => (
  <p className="mb-6 border-l-2 border-warning py-1 pl-4 text-sm print:hidden">
    {texts.withheld[reason].text}{" "}
    <AppLink to={paths.account} className="font-medium underline underline-offset-4">
      {texts.withheld[reason].link}
    </AppLink>
  </p>
);

/** How much waits on a page. Nothing without any. */
const TaskCount = ({ count = 0 }: { count?: number | undefined }) =>
  count > 0 && (
    <span className="figures inline-block min-w-6 rounded-full bg-primary px-1.5 py-0.5 text-center text-xs font-semibold text-primary-content">
      {count > 99 ? "99+" : count}
      <span className="sr-only"> {texts.waiting}</span>
    </span>
  );
