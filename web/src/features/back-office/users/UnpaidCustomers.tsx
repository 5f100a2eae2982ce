import { useQuery } from "@tanstack/react-query";
import type { UnpaidCustomer } from "../../../api/client.ts";
import { hasWords } from "../../../fold.ts";
import { formatCount } from "../../../money.ts";
import { Email } from "../../../ui/Email.tsx";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { LoadError } from "../../../ui/LoadError.tsx";
import { RowActions } from "../../../ui/MoreActions.tsx";
import { ROW_NUMBER, Table } from "../../../ui/Table.tsx";
import { TableSkeleton } from "../../../ui/TableSkeleton.tsx";
import { useConfirm, useConfirmDelete } from "../../../ui/use-confirm.tsx";
import { unpaidCustomersQuery, useBlock, useDeleteUnpaidOrders } from "./queries.ts";
import { texts as pageTexts, unpaidCustomers as texts } from "./texts.en.tsx";

/** The customers whose unpaid orders hold stock, with what ends that. */
export function UnpaidCustomers({ search }: { search: string }) {
  const { data, error, refetch } = useQuery(unpaidCustomersQuery);
  const part = search.trim().toLowerCase();
  const customers = data?.filter(
    ({ email, name }) => email?.includes(part) || hasWords(name, part),
  );

  if (customers) return <CustomersTable customers={customers} />;
  if (error) return <LoadError error={error} onRetry={() => void refetch()} />;
  return <TableSkeleton label={texts.loading} />;
}

function CustomersTable({ customers }: { customers: UnpaidCustomer[] }) {
  const deletion = useDeletion();
  const block = useBlockDialog();

  if (customers.length === 0)
    return (
      <EmptyState title={texts.emptyTitle} picture="/scenes/empty-search.svg">
        {texts.empty}
      </EmptyState>
    );
  const sum = (count: (customer: UnpaidCustomer) => number) =>
    customers.reduce((total, customer) => total + count(customer), 0);
  const orders = sum((customer) => customer.orders);
  const pieces = sum(({ units }) => units);
  return (
    <>
      <p role="status" className="mb-4 text-sm leading-5 text-quiet">
        {texts.sum(customers.length, orders, pieces)}
      </p>
      <Table
        caption={texts.caption}
        className="data-list-wide"
        rows={customers}
        rowKey={({ customerId }) => customerId}
        columns={[
          ROW_NUMBER,
          {
            title: texts.customer,
            rowHeader: true,
            cell: ({ name, email, verified }) => (
              <>
                <span dir="auto">{name}</span>
                <p className="row-note">
                  <Email address={email ?? ""} />
                  {!verified && `, ${texts.notConfirmed}`}
                </p>
              </>
            ),
          },
          { title: texts.orders, numeric: true, cell: ({ orders }) => formatCount(orders) },
          { title: texts.pieces, numeric: true, cell: ({ units }) => formatCount(units) },
          {
            title: texts.action,
            place: "action",
            cell: (customer) => (
              <RowActions
                more={pageTexts.moreFor(customer.email)}
                actions={[
                  {
                    label: texts.deleteOrders,
                    name: texts.deleteOrdersOf(customer.email),
                    onPress: () => deletion.ask(customer),
                  },
                  ...(customer.blocked
                    ? []
                    : [
                        {
                          label: texts.block,
                          name: texts.blockOf(customer.email),
                          onPress: () => block.ask(customer),
                        },
                      ]),
                ]}
              >
                {customer.blocked && <span className="text-error">{pageTexts.blocked}</span>}
              </RowActions>
            ),
          },
        ]}
      />
      {deletion.dialog}
      {block.dialog}
    </>
  );
}

/** Said after unpaid orders were deleted. */
const deletedText = (deleted: number, left: number) =>
  left > 0 ? texts.deletedInPart(deleted, left) : texts.deleted(deleted);

function useDeletion() {
  const { mutateAsync } = useDeleteUnpaidOrders();
  return useConfirmDelete<UnpaidCustomer>({
    nameOf: ({ name, orders }) => texts.ordersOf(orders, <span dir="auto">{name}</span>),
    remove: async ({ customerId }) => {
      const { deletedCount, remainingOrders } = await mutateAsync(customerId);
      const kind = remainingOrders > 0 ? "info" : "success";
      return { kind, text: deletedText(deletedCount, remainingOrders) };
    },
  });
}

function useBlockDialog() {
  const { mutateAsync } = useBlock();
  return useConfirm<UnpaidCustomer>({
    question: ({ name, email }) => ({
      title: texts.blockTitle(<span dir="auto">{name}</span>),
      text: (
        <>
          <p className="wrap-anywhere">{email}</p>
          <p className="mt-3">{texts.blockText}</p>
        </>
      ),
      button: texts.block,
      variant: "danger",
    }),
    run: async ({ customerId, email }) => {
      const { deletedOrders, remainingOrders } = await mutateAsync(customerId);
      const text = `${texts.isBlocked(email)} ${deletedText(deletedOrders, remainingOrders)}`;
      return { kind: "success", text };
    },
  });
}
