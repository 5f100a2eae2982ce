import type { Role } from "./api/session/use-role.ts";
import { admits, SIDEBAR_GROUPS, type SidebarGroup } from "./page.ts";
import { allPages, paths } from "./pages.ts";
import { texts } from "./sidebar-links.en.ts";

interface SidebarLink {
  to: string;
  text: string;
}

/**
 * The links of the dashboard's sidebar, for the owner and staff in groups. Their /dashboard begins with Today, and the
 * profile is below it.
 */
export function sidebarGroups(
  role: Role | undefined,
): { title?: SidebarGroup; links: SidebarLink[] }[] {
  const isStaff = admits("staff", role);
  const links = (isShown: (group: SidebarGroup) => boolean) =>
    allPages.flatMap(({ path, sidebar }) =>
      sidebar && isShown(sidebar.group) && (!sidebar.role || admits(sidebar.role, role))
        ? { to: isStaff && path === paths.dashboard ? `${path}#profile` : path, text: sidebar.text }
        : [],
    );
  if (!isStaff) return [{ links: links(() => true) }];
  return [
    { links: [{ to: paths.dashboard, text: texts.today }] },
    ...SIDEBAR_GROUPS.map((title) => ({ title, links: links((group) => group === title) })).filter(
      (group) => group.links.length > 0,
    ),
  ];
}

export const sidebarLinks = (role: Role | undefined) =>
  sidebarGroups(role).flatMap(({ links }) => links);
