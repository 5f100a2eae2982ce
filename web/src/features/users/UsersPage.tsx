import { useInfiniteQuery } from "@tanstack/react-query";
import { useRef } from "react";
import type { User } from "../../api/client.ts";
import { errorMessage } from "../../api/error-messages.ts";
import { ApiError } from "../../api/errors.ts";
import { pluralize } from "../../money.ts";
import { Button } from "../../ui/Button.tsx";
import { Email } from "../../ui/Email.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { LoadError } from "../../ui/LoadError.tsx";
import { SearchField } from "../../ui/SearchField.tsx";
import { ShowMore } from "../../ui/ShowMore.tsx";
import { Spinner } from "../../ui/Spinner.tsx";
import { Table } from "../../ui/Table.tsx";
import { showToast } from "../../ui/toast.tsx";
import { useLastSettled } from "../../ui/use-last-settled.ts";
import { useSearchParam } from "../../ui/use-search-param.ts";
import { useMakeAdmin, usersQuery } from "./queries.ts";

export default function UsersPage() {
  const [search, setSearch] = useSearchParam("q");
  const list = useInfiniteQuery(usersQuery(search));
  const { data, error, refetch, isPlaceholderData } = list;
  const users = data?.pages.flatMap((page) => page.rows);
  const total = data?.pages[0]?.total ?? 0;
  const shownSearch = useLastSettled(search, isPlaceholderData);

  return (
    <>
      <h1 className="text-title">Users</h1>
      <p className="mt-4 max-w-prose text-quiet">
        Admins manage tools, orders and users. New admins have to log in again.
      </p>
      <div className="mt-8 flex flex-wrap items-end justify-between gap-x-6">
        <SearchField
          label="Search by e-mail"
          value={search}
          onSearch={(text) => setSearch(text, { replace: true })}
          className="w-full sm:w-80"
        />
        <p role="status" className="figures pb-5 text-sm text-quiet">
          {users && countText(total, shownSearch)}
        </p>
      </div>
      <div aria-busy={isPlaceholderData}>
        {users ? (
          <UsersTable users={users} onClear={() => setSearch("")} />
        ) : error ? (
          <LoadError error={error} onRetry={() => void refetch()} />
        ) : (
          <Spinner label="Loading the users" />
        )}
      </div>
      <ShowMore list={list} className="mt-8" />
    </>
  );
}

const countText = (total: number, search: string) =>
  `${pluralize(total, "user")}${search ? ` with “${search}”` : ""}`;

function UsersTable({ users, onClear }: { users: User[]; onClear: () => void }) {
  if (users.length === 0)
    return (
      <EmptyState
        title="No matching users"
        picture="/scenes/empty-search.svg"
        action={
          <Button variant="outline" onClick={onClear}>
            Show all users
          </Button>
        }
      >
        No e-mail contains this text. Only people who have signed up are listed.
      </EmptyState>
    );
  return (
    <Table
      caption="Users"
      rows={users}
      rowKey={(user) => user._id}
      columns={[
        { title: "No.", cell: (_, index) => <span className="figures">{index + 1}</span> },
        { title: "E-mail", cell: (user) => <Email address={user.email} /> },
        { title: "Role", className: "sm:min-w-40", cell: (user) => <MakeAdmin user={user} /> },
      ]}
    />
  );
}

function MakeAdmin({ user }: { user: User }) {
  const { email, role } = user;
  const makeAdmin = useMakeAdmin();
  const status = useRef<HTMLSpanElement>(null);

  const make = async () => {
    try {
      const changed = await makeAdmin.mutateAsync(user);
      // The button disappears, so the focus moves to the new status.
      status.current?.focus();
      if (changed) showToast("success", `Successfully made an admin ${email}`);
      else showToast("info", `${email} was already an admin`);
    } catch (error) {
      const forbidden = error instanceof ApiError && error.status === 403;
      showToast("error", forbidden ? "Failed to make an admin" : errorMessage(error));
    }
  };

  return (
    <>
      <span ref={status} tabIndex={-1} className="font-medium text-success">
        {role === "admin" && "admin"}
      </span>
      {role !== "admin" && (
        <Button
          variant="outline"
          small
          busy={makeAdmin.isPending}
          aria-label={`Make Admin ${email}`}
          onClick={() => void make()}
        >
          Make Admin
        </Button>
      )}
    </>
  );
}
