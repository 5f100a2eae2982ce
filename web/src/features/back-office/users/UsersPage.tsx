import { useInfiniteQuery, useQueries, useQueryClient } from "@tanstack/react-query";
import type { CustomerSummary, User } from "../../../api/client.ts";
import { formatCount, formatPrice, pluralize } from "../../../money.ts";
import { customerPath } from "../../../page-paths.ts";
import { paths } from "../../../pages.ts";
import { AppLink } from "../../../ui/AppLink.tsx";
import { Choice } from "../../../ui/Choice.tsx";
import { DayText } from "../../../ui/DateText.tsx";
import { Email } from "../../../ui/Email.tsx";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { FileDownload } from "../../../ui/FileDownload.tsx";
import { LoadError } from "../../../ui/LoadError.tsx";
import { RowActions } from "../../../ui/MoreActions.tsx";
import { report } from "../../../ui/report.ts";
import { SearchField } from "../../../ui/SearchField.tsx";
import { ShowMore } from "../../../ui/ShowMore.tsx";
import { ROW_NUMBER, Table } from "../../../ui/Table.tsx";
import { TableSkeleton } from "../../../ui/TableSkeleton.tsx";
import { useLastSettled } from "../../../ui/use-last-settled.ts";
import { useSearchParam } from "../../../ui/use-search-param.ts";
import { customersQueries, knownCustomers, usersQuery, useUnblock } from "./queries.ts";
import { ROLE_CHANGES, type RoleChange, roleChangesOf } from "./role-changes.ts";
import { UnpaidCustomers } from "./UnpaidCustomers.tsx";
import { useRoleDialog } from "./use-role-dialog.tsx";

export default function UsersPage() {
  const [search, setSearch] = useSearchParam("q");
  const [show, setShow] = useSearchParam("show");
  const shown = show === "unpaid" || show === "blocked" ? show : "all";
  const list = useInfiniteQuery(usersQuery(search, shown === "blocked"));
  const { data, error, refetch, isPlaceholderData } = list;
  const customers = useQueries({ queries: customersQueries(data?.pages ?? []) });
  const failed = customers.filter(({ isError }) => isError);
  const before = knownCustomers(useQueryClient());
  // The first rows wait for what stands in them, so that they do not grow.
  const isFirst = before.length === 0 && customers.some(({ isPending }) => isPending);
  const current = customers.flatMap((one) => one.data ?? []);
  const known = new Map([...before, ...current].map((each) => [each._id, each]));
  const users = data?.pages.flatMap((page) =>
    page.rows.map((user) => ({ ...known.get(user._id), ...user })),
  );
  const total = data?.pages[0]?.total ?? 0;
  const shownSearch = useLastSettled(search, isPlaceholderData);

  return (
    <>
      <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
        <h1 className="text-title">Users</h1>
        <FileDownload path="/csv/customers" label="Download customers" />
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
          {failed[0] && (
            <div className="mb-4">
              <LoadError
                error={failed[0].error}
                message="Names, orders and sums could not be loaded."
                onRetry={() => {
                  for (const one of failed) void one.refetch();
                }}
              />
            </div>
          )}
          <div aria-busy={isPlaceholderData}>
            {users && !isFirst ? (
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

/** A user, with the orders as soon as they have come. */
type ListedUser = User & Partial<CustomerSummary>;

function UsersTable({ users }: { users: ListedUser[] }) {
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
        className="data-list-wide data-list-below"
        rows={users}
        rowKey={(user) => user._id}
        columns={[
          ROW_NUMBER,
          {
            title: "E-mail",
            rowHeader: true,
            cell: (user) => (
              <AppLink to={customerPath(user._id)} className="underline underline-offset-4">
                <Email address={user.email} />
              </AppLink>
            ),
          },
          ...SUMMARY,
          {
            title: "Role",
            place: "action",
            className: "xl:min-w-56",
            cell: (user) => <Role user={user} onAsk={(change) => changing.ask({ user, change })} />,
          },
        ]}
      />
      {changing.dialog}
    </>
  );
}

/** What an account has bought. */
const SUMMARY = [
  {
    title: "Name",
    cell: ({ name, town }: ListedUser) => {
      const text = [name, town].filter(Boolean).join(", ");
      return text && <bdi>{text}</bdi>;
    },
  },
  {
    title: "Orders",
    numeric: true,
    cell: ({ orderCount }: ListedUser) => orderCount !== undefined && formatCount(orderCount),
  },
  {
    title: "Spent",
    numeric: true,
    labelled: false,
    cell: ({ paid }: ListedUser) => paid !== undefined && formatPrice(paid),
  },
  {
    title: "Last order",
    labelled: true,
    className: "whitespace-nowrap",
    cell: ({ orderCount, lastOrderAt }: ListedUser) =>
      lastOrderAt ? <DayText at={lastOrderAt} /> : orderCount === 0 && "never",
  },
];

function Role({ user, onAsk }: { user: User; onAsk: (change: RoleChange) => void }) {
  const { email, role, blocked } = user;
  if (blocked) return <Blocked user={user} />;
  // The buttons keep their order after a change: the pressed one stays, with the next text, and keeps the focus.
  const actions = roleChangesOf(role).map((change) => {
    const { button } = ROLE_CHANGES[change];
    return { label: button, name: `${button} ${email}`, onPress: () => onAsk(change) };
  });
  return (
    <RowActions more={`More for ${email}`} actions={actions}>
      {role !== "user" && <span className="font-medium text-success">{role}</span>}
    </RowActions>
  );
}

/** A blocked account, and the way back. */
function Blocked({ user: { _id, email } }: { user: User }) {
  const unblocking = useUnblock();
  const unblock = () => report(unblocking.mutateAsync(_id), `${email} can log in again`);
  return (
    <RowActions
      more={`More for ${email}`}
      busy={unblocking.isPending}
      actions={[{ label: "Unblock", name: `Unblock ${email}`, onPress: () => void unblock() }]}
    >
      <span className="font-medium text-error">Blocked</span>
    </RowActions>
  );
}
