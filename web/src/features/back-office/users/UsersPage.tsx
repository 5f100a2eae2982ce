import { useInfiniteQuery } from "@tanstack/react-query";
import type { User } from "../../../api/client.ts";
import { pluralize } from "../../../money.ts";
import { customerPath } from "../../../page-paths.ts";
import { paths } from "../../../pages.ts";
import { AppLink } from "../../../ui/AppLink.tsx";
import { Button } from "../../../ui/Button.tsx";
import { Choice } from "../../../ui/Choice.tsx";
import { Email } from "../../../ui/Email.tsx";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { FileDownload } from "../../../ui/FileDownload.tsx";
import { LoadError } from "../../../ui/LoadError.tsx";
import { report } from "../../../ui/report.ts";
import { SearchField } from "../../../ui/SearchField.tsx";
import { ShowMore } from "../../../ui/ShowMore.tsx";
import { Table } from "../../../ui/Table.tsx";
import { TableSkeleton } from "../../../ui/TableSkeleton.tsx";
import { useLastSettled } from "../../../ui/use-last-settled.ts";
import { useSearchParam } from "../../../ui/use-search-param.ts";
import { usersQuery, useUnblock } from "./queries.ts";
import { ROLE_CHANGES, type RoleChange, roleChangesOf } from "./role-changes.ts";
import { UnpaidCustomers } from "./UnpaidCustomers.tsx";
import { useRoleDialog } from "./use-role-dialog.tsx";

export default function UsersPage() {
  const [search, setSearch] = useSearchParam("q");
  const [show, setShow] = useSearchParam("show");
  const shown = show === "unpaid" || show === "blocked" ? show : "all";
  const list = useInfiniteQuery(usersQuery(search, shown === "blocked"));
  const { data, error, refetch, isPlaceholderData } = list;
  const users = data?.pages.flatMap((page) => page.rows);
  const total = data?.pages[0]?.total ?? 0;
  const shownSearch = useLastSettled(search, isPlaceholderData);

  return (
    <>
      <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
        <h1 className="text-title">Users</h1>
        <FileDownload file="customers" label="Download customers" />
      </div>
      <p className="mt-4 max-w-prose text-quiet">
        Staff ship orders and edit tools. Admins also manage money, users and settings. People whose
        role you change are signed out and must log in again.
      </p>
      <div className="mt-8 mb-5 flex flex-wrap items-start gap-x-6">
        <SearchField
          label="Search by name or e-mail"
          value={search}
          onSearch={(text) => setSearch(text, { replace: true })}
          className="w-full sm:w-80"
        />
        <Choice
          legend="Show"
          options={Object.entries(SHOWN)}
          value={shown}
          onChange={(value) => setShow(value === "all" ? "" : value)}
        />
      </div>
      {shown === "unpaid" ? (
        <UnpaidCustomers search={search} />
      ) : (
        <>
          <p role="status" className="mb-4 min-h-5 text-sm leading-5 text-quiet">
            {users && countText(total, shownSearch)}
          </p>
          <div aria-busy={isPlaceholderData}>
            {users ? (
              <UsersTable users={users} />
            ) : error ? (
              <LoadError error={error} onRetry={() => void refetch()} />
            ) : (
              <TableSkeleton label="Loading the users" />
            )}
          </div>
          <ShowMore list={list} className="mt-8" />
        </>
      )}
    </>
  );
}

const SHOWN = { all: "All users", unpaid: "Unpaid orders", blocked: "Blocked" };

const countText = (total: number, search: string) =>
  `${pluralize(total, "user")}${search ? ` with “${search}”` : ""}`;

function UsersTable({ users }: { users: User[] }) {
  const changing = useRoleDialog();

  if (users.length === 0)
    return (
      <EmptyState
        title="No matching users"
        picture="/scenes/empty-search.svg"
        action={
          <AppLink to={paths.users} className="btn btn-outline">
            Show all users
          </AppLink>
        }
      >
        No account matches. Only people who have signed up are listed.
      </EmptyState>
    );
  return (
    <>
      <Table
        caption="Users"
        rows={users}
        rowKey={(user) => user._id}
        columns={[
          { title: "No.", cell: (_, index) => <span className="figures">{index + 1}</span> },
          {
            title: "E-mail",
            rowHeader: true,
            cell: (user) => (
              <AppLink to={customerPath(user._id)} className="underline underline-offset-4">
                <Email address={user.email} />
              </AppLink>
            ),
          },
          {
            title: "Role",
            className: "sm:min-w-56",
            cell: (user) => <Role user={user} onAsk={(change) => changing.ask({ user, change })} />,
          },
        ]}
      />
      {changing.dialog}
    </>
  );
}

function Role({ user, onAsk }: { user: User; onAsk: (change: RoleChange) => void }) {
  const { email, role, blocked } = user;
  if (blocked) return <Blocked user={user} />;
  const [first, second] = roleChangesOf(role);
  const button = (change: RoleChange) => (
    <Button
      variant="outline"
      small
      aria-label={`${ROLE_CHANGES[change].button} ${email}`}
      onClick={() => onAsk(change)}
    >
      {ROLE_CHANGES[change].button}
    </Button>
  );
  // Two places instead of a list: the pressed button stays, with the next text, and keeps the focus.
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      {role !== "user" && <span className="font-medium text-success">{role}</span>}
      {button(first)}
      {second && button(second)}
    </div>
  );
}

/** A blocked account, and the way back. */
function Blocked({ user: { _id, email } }: { user: User }) {
  const unblocking = useUnblock();
  const unblock = () => report(unblocking.mutateAsync(_id), `${email} can log in again`);
  return (
    <div className="data-table-actions">
      <span className="font-medium text-error">Blocked</span>
      <Button
        variant="outline"
        small
        aria-label={`Unblock ${email}`}
        busy={unblocking.isPending}
        onClick={() => void unblock()}
      >
        Unblock
      </Button>
    </div>
  );
}
