import { useQuery } from "@tanstack/react-query";
import type { UnpaidCustomer } from "../../../api/client.ts";
import { hasWords } from "../../../fold.ts";
import { formatCount, pluralize } from "../../../money.ts";
import { Email } from "../../../ui/Email.tsx";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { LoadError } from "../../../ui/LoadError.tsx";
import { RowActions } from "../../../ui/MoreActions.tsx";
import { ROW_NUMBER, Table } from "../../../ui/Table.tsx";
import { TableSkeleton } from "../../../ui/TableSkeleton.tsx";
import { useConfirm, useConfirmDelete } from "../../../ui/use-confirm.tsx";
import { unpaidCustomersQuery, useBlock, useDeleteUnpaidOrders } from "./queries.ts";

/** The customers whose unpaid orders hold stock, with what ends that. */
export function UnpaidCustomers({ search }: { search: string }) {
  const { data, error, refetch } = useQuery(unpaidCustomersQuery);
  const part = search.trim().toLowerCase();
  const customers = data?.filter(
    ({ email, name }) => email?.includes(part) || hasWords(name, part),
  );

  if (customers) return <CustomersTable customers={customers} />;
  if (error) return <LoadError error={error} onRetry={() => void refetch()} />;
  return <TableSkeleton label="Loading the customers" />;
}

function CustomersTable({ customers }: { customers: UnpaidCustomer[] }) {
  const deletion = useDeletion();
  const block = useBlockDialog();

  if (customers.length === 0)
    return (
      <EmptyState title="No unpaid orders" picture="/scenes/empty-search.svg">
        No customer here holds stock with an unpaid order.
      </EmptyState>
    );
  const sum = (count: (customer: UnpaidCustomer) => number) =>
    customers.reduce((total, customer) => total + count(customer), 0);
  const orders = pluralize(
    sum((customer) => customer.orders),
    "unpaid order",
  );
  const pieces = pluralize(
    sum(({ units }) => units),
    "piece",
  );
  return (
    <>
      <p role="status" className="mb-4 text-sm leading-5 text-quiet">
        {`${pluralize(customers.length, "customer")}, ${orders}, ${pieces} held`}
      </p>
      <Table
        caption="Unpaid orders by customer"
        className="data-list-wide"
        rows={customers}
        rowKey={({ customerId }) => customerId}
        columns={[
          ROW_NUMBER,
          {
            title: "Customer",
            rowHeader: true,
            cell: ({ name, email, verified }) => (
              <>
                <span dir="auto">{name}</span>
                <p className="row-note">
                  <Email address={email ?? ""} />
                  {!verified && ", not confirmed"}
                </p>
              </>
            ),
          },
          { title: "Unpaid orders", numeric: true, cell: ({ orders }) => formatCount(orders) },
          { title: "Pieces held", numeric: true, cell: ({ units }) => formatCount(units) },
          {
            title: "Action",
            place: "action",
            cell: (customer) => (
              <RowActions
                more={`More for ${customer.email}`}
                actions={[
                  {
                    label: "Delete orders",
                    name: `Delete orders of ${customer.email}`,
                    onPress: () => deletion.ask(customer),
                  },
                  ...(customer.blocked
                    ? []
                    : [
                        {
                          label: "Block",
                          name: `Block ${customer.email}`,
                          onPress: () => block.ask(customer),
                        },
                      ]),
                ]}
              >
                {customer.blocked && <span className="text-error">Blocked</span>}
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
  `${pluralize(deleted, "unpaid order")} deleted${
    left > 0 ? `. ${formatCount(left)} left, because a payment is in progress. Try again later` : ""
  }`;

function useDeletion() {
  const { mutateAsync } = useDeleteUnpaidOrders();
  return useConfirmDelete<UnpaidCustomer>({
    nameOf: ({ name, orders }) => (
      <>
        {pluralize(orders, "unpaid order")} of <span dir="auto">{name}</span>
      </>
    ),
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
      title: (
        <>
          Block <span dir="auto">{name}</span>?
        </>
      ),
      text: (
        <>
          <p className="wrap-anywhere">{email}</p>
          <p className="mt-3">
            The customer is signed out and cannot log in. Unpaid orders are deleted, paid orders
            stay. You can unblock the account in Users.
          </p>
        </>
      ),
      button: "Block",
      variant: "danger",
    }),
    run: async ({ customerId, email }) => {
      const { deletedOrders, remainingOrders } = await mutateAsync(customerId);
      const text = `${email} is blocked. ${deletedText(deletedOrders, remainingOrders)}`;
      return { kind: "success", text };
    },
  });
}
