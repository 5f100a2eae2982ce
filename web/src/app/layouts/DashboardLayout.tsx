import { useId, useState } from "react";
import { Outlet, useLocation } from "react-router";
import { type Role, useRole } from "../../api/session/use-role.ts";
import { paths } from "../../pages.ts";
import { AppNavLink } from "../../ui/AppLink.tsx";
import { Button } from "../../ui/Button.tsx";

interface Entry {
  to: string;
  text: string;
  /** The screens that one comes to from there. */
  over?: string;
}

const EVERYONE: Entry[] = [{ to: paths.dashboard, text: "Users Profile", over: paths.account }];
const BY_ROLE: Record<Role, Entry[]> = {
  customer: [
    { to: paths.myOrders, text: "My Orders", over: paths.payment },
    { to: paths.review, text: "Reviews" },
  ],
  admin: [
    { to: paths.users, text: "Make admin page" },
    { to: paths.addTool, text: "Add Tool" },
    { to: paths.manageTools, text: "Manage Tool", over: paths.editTool },
    { to: paths.manageOrders, text: "Manage Orders" },
    { to: paths.books, text: "Books" },
  ],
};

export default function DashboardLayout() {
  const { data: role, error, refetch } = useRole();
  const { pathname } = useLocation();
  // Open for one page only: choosing a page closes the list.
  const [openAt, setOpenAt] = useState<string>();
  const open = openAt === pathname;
  const listId = useId();
  const links = [...EVERYONE, ...(role ? BY_ROLE[role] : [])];

  return (
    <div className="measure grid gap-x-10 gap-y-6 py-8 lg:grid-cols-[11rem_minmax(0,1fr)] lg:py-14">
      <nav aria-label="Dashboard" className="lg:border-r lg:border-rule lg:pr-3">
        <p className="eyebrow hidden lg:block">Dashboard</p>
        <Button
          look="outline"
          small
          className="lg:hidden"
          aria-expanded={open}
          aria-controls={listId}
          onClick={() => setOpenAt(open ? undefined : pathname)}
        >
          Dashboard menu
        </Button>
        <ul
          id={listId}
          className={`${open ? "block" : "hidden"} mt-3 lg:sticky lg:top-24 lg:block`}
        >
          {links.map(({ to, text, over }) => (
            <li key={to}>
              <AppNavLink
                to={to}
                over={over}
                className="block border-l-2 border-transparent py-2 pl-4 hover:border-rule-strong aria-[current]:border-primary aria-[current]:font-semibold lg:-ml-[2px]"
              >
                {text}
              </AppNavLink>
            </li>
          ))}
          {error && !role && (
            <li className="py-2 pl-4 text-sm">
              The rest did not load.{" "}
              <button type="button" className="underline" onClick={() => void refetch()}>
                Try again
              </button>
            </li>
          )}
        </ul>
      </nav>
      <div className="min-w-0">
        <Outlet />
      </div>
    </div>
  );
}
