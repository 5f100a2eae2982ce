import { useInfiniteQuery, useQueries, useQueryClient } from "@tanstack/react-query";
import type { CustomerSummary, User } from "../../../api/client.ts";
import { formatCount, formatPrice } from "../../../money.ts";
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
import { type RoleChange, roleChangesOf } from "./role-changes.ts";
import { roleChanges, texts } from "./texts.en.tsx";
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
        <h1 className="text-title">{texts.title}</h1>
        <FileDownload path="/csv/customers" label={texts.download} />
      </div>
      <p className="mt-4 max-w-prose text-quiet">{texts.intro}</p>
      <div className="mt-8 mb-5 flex flex-wrap items-start gap-x-6">
        <SearchField
          label={texts.search}
          value={search}
          onSearch={(text) => setSearch(text, { replace: true })}
          className="w-full sm:w-80"
        />
        <Choice
          legend={texts.show}
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
                message={texts.customersFailed}
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
              <TableSkeleton label={texts.loading} />
            )}
          </div>
          <ShowMore list={list} className="mt-8" />
        </>
      )}
    </>
  );
}

const SHOWN = { all: texts.all, unpaid: texts.unpaid, blocked: texts.blockedOnes };

const countText = (total: number, search: string) =>
  search ? texts.usersWith(total, search) : texts.users(total);

/** A user, with the orders as soon as they have come. */
type ListedUser = User & Partial<CustomerSummary>;

function UsersTable({ users }: { users: ListedUser[] }) {
  const changing = useRoleDialog();

  if (users.length === 0)
    return (
      <EmptyState
        title={texts.emptyTitle}
        picture="/scenes/empty-search.svg"
        action={
          <AppLink to={paths.users} className="btn btn-outline">
            {texts.showAll}
          </AppLink>
        }
      >
        {texts.empty}
      </EmptyState>
    );
  return (
    <>
      <Table
        caption={texts.title}
        className="data-list-wide data-list-below"
        rows={users}
        rowKey={(user) => user._id}
        columns={[
          ROW_NUMBER,
          {
            title: texts.email,
            rowHeader: true,
            cell: (user) => (
              <AppLink to={customerPath(user._id)} className="underline underline-offset-4">
                <Email address={user.email} />
              </AppLink>
            ),
          },
          ...SUMMARY,
          {
            title: texts.role,
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
    title: texts.name,
    cell: ({ name, town }: ListedUser) => {
      const text = [name, town].filter(Boolean).join(", ");
      return text && <bdi>{text}</bdi>;
    },
  },
  {
    title: texts.orders,
    numeric: true,
    cell: ({ orderCount }: ListedUser) => orderCount !== undefined && formatCount(orderCount),
  },
  {
    title: texts.spent,
    numeric: true,
    labelled: false,
    cell: ({ paid }: ListedUser) => paid !== undefined && formatPrice(paid),
  },
  {
    title: texts.lastOrder,
    labelled: true,
    className: "whitespace-nowrap",
    cell: ({ orderCount, lastOrderAt }: ListedUser) =>
      lastOrderAt ? <DayText at={lastOrderAt} /> : orderCount === 0 && texts.never,
  },
];

function Role({ user, onAsk }: { user: User; onAsk: (change: RoleChange) => void }) {
  const { email, role, blocked } = user;
  if (blocked) return <Blocked user={user} />;
  // The buttons keep their order after a change: the pressed one stays, with the next text, and keeps the focus.
  const actions = roleChangesOf(role).map((change) => {
    const { button, buttonOf } = roleChanges[change];
    return { label: button, name: buttonOf(email), onPress: () => onAsk(change) };
  });
  return (
    <RowActions more={texts.moreFor(email)} actions={actions}>
      {role !== "user" && <span className="font-medium text-success">{texts.roles[role]}</span>}
    </RowActions>
  );
}

/** A blocked account, and the way back. */
function Blocked({ user: { _id, email } }: { user: User }) {
  const unblocking = useUnblock();
  const unblock = () => report(unblocking.mutateAsync(_id), texts.unblocked(email));
  return (
    <RowActions
      more={texts.moreFor(email)}
      busy={unblocking.isPending}
      actions={[
        { label: texts.unblock, name: texts.unblockOf(email), onPress: () => void unblock() },
      ]}
    >
      <span className="font-medium text-error">{texts.blocked}</span>
    </RowActions>
  );
}
