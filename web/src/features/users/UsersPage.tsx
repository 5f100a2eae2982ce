import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { flushSync } from "react-dom";
import type { User } from "../../api/client.ts";
import { errorMessage } from "../../api/error-messages.ts";
import { ApiError } from "../../api/errors.ts";
import { pluralize } from "../../money.ts";
import { paths } from "../../pages.ts";
import { AppLink } from "../../ui/AppLink.tsx";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { Email } from "../../ui/Email.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { LoadError } from "../../ui/LoadError.tsx";
import { SearchField } from "../../ui/SearchField.tsx";
import { ShowMore } from "../../ui/ShowMore.tsx";
import { Table } from "../../ui/Table.tsx";
import { TableSkeleton } from "../../ui/TableSkeleton.tsx";
import { showToast } from "../../ui/toast.tsx";
import { useLastSettled } from "../../ui/use-last-settled.ts";
import { useSearchParam } from "../../ui/use-search-param.ts";
import { useChangeRole, usersQuery, useUnblock } from "./queries.ts";
import { UnpaidCustomers } from "./UnpaidCustomers.tsx";

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
        <a href="/api/csv/customers" download className="btn btn-outline">
          Download CSV
        </a>
      </div>
      <p className="mt-4 max-w-prose text-quiet">
        Admins manage tools, orders and users. New admins have to log in again.
      </p>
      <div className="mt-8 mb-5 flex flex-wrap items-start gap-x-6">
        <SearchField
          label="Search by e-mail"
          value={search}
          onSearch={(text) => setSearch(text, { replace: true })}
          className="w-full sm:w-80"
        />
        <fieldset className="choice">
          <legend className="mb-1.5 text-sm font-medium">Show</legend>
          {Object.entries(SHOWN).map(([value, text]) => (
            <label key={value}>
              <input
                type="radio"
                name="show"
                className="sr-only"
                checked={shown === value}
                onChange={() => setShow(value === "all" ? "" : value)}
              />
              {text}
            </label>
          ))}
        </fieldset>
      </div>
      {shown === "unpaid" ? (
        <UnpaidCustomers search={search} />
      ) : (
        <>
          <p role="status" className="figures mb-4 min-h-5 text-sm leading-5 text-quiet">
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
          { title: "E-mail", rowHeader: true, cell: (user) => <Email address={user.email} /> },
          {
            title: "Role",
            className: "sm:min-w-40",
            cell: (user) => <Role user={user} onChange={() => changing.ask(user)} />,
          },
        ]}
      />
      {changing.dialog}
    </>
  );
}

function Role({ user, onChange }: { user: User; onChange: () => void }) {
  const { email, role, blocked } = user;
  if (blocked) return <Blocked user={user} />;
  const isAdmin = role === "admin";
  const label = isAdmin ? "Remove admin" : "Make Admin";
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      {isAdmin && <span className="font-medium text-success">admin</span>}
      <Button variant="outline" small aria-label={`${label} ${email}`} onClick={onChange}>
        {label}
      </Button>
    </div>
  );
}

/** A blocked account, and the way back. */
function Blocked({ user: { _id, email } }: { user: User }) {
  const unblocking = useUnblock();
  const unblock = async () => {
    try {
      await unblocking.mutateAsync(_id);
      showToast("success", `${email} can log in again`);
    } catch (error) {
      showToast("error", errorMessage(error));
    }
    // The button may have disappeared.
    document.getElementById("main")?.focus({ preventScroll: true });
  };
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

/** Makes a user an admin, or takes the role away, after confirmation. */
function useRoleDialog() {
  const changeRole = useChangeRole();
  const [user, setUser] = useState<User>();
  const isAdmin = user?.role === "admin";

  const change = async (user: User) => {
    const { email, role } = user;
    const texts = role === "admin" ? REMOVED : MADE;
    const { kind, text } = await changeRole.mutateAsync(user).then(
      (changed) =>
        changed
          ? ({ kind: "success", text: `${texts.success} ${email}` } as const)
          : ({ kind: "info", text: `${email} ${texts.unchanged}` } as const),
      (error: unknown) => {
        const forbidden = error instanceof ApiError && error.status === 403;
        return { kind: "error", text: forbidden ? texts.forbidden : errorMessage(error) } as const;
      },
    );
    // Before the toast, which could not be used below a dialog.
    flushSync(() => setUser((now) => (now?.email === email ? undefined : now)));
    showToast(kind, text);
  };

  return {
    ask: setUser,
    dialog: (
      <Dialog
        open={user !== undefined}
        title={
          isAdmin ? `Remove ${user.email} as an admin?` : `Make ${user?.email ?? ""} an admin?`
        }
        onClose={() => setUser(undefined)}
      >
        <p className="mt-3 text-quiet">
          {isAdmin
            ? "This account becomes a customer again, and is signed out everywhere."
            : "Admins see all orders and customers, refund payments and make other users admins."}
        </p>
        <div className="mt-8 flex flex-wrap justify-end gap-3">
          <Button variant="outline" onClick={() => setUser(undefined)}>
            Cancel
          </Button>
          <Button busy={changeRole.isPending} onClick={() => user && void change(user)}>
            {isAdmin ? "Remove admin" : "Make Admin"}
          </Button>
        </div>
      </Dialog>
    ),
  };
}

const MADE = {
  success: "Successfully made an admin",
  unchanged: "was already an admin",
  forbidden: "Failed to make an admin",
};
const REMOVED = {
  success: "No longer an admin:",
  unchanged: "was no admin any more",
  forbidden: "Failed to remove an admin",
};
