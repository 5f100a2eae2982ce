import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useParams } from "react-router";
import type { CustomerForOwner } from "../../../api/client.ts";
import { ApiError } from "../../../api/errors.ts";
import { orderNumber } from "../../../api/order-name.ts";
import { orderStateName } from "../../../api/order-states.ts";
import { formatPrice, pluralize } from "../../../money.ts";
import { manageOrderPath } from "../../../page-paths.ts";
import { paths } from "../../../pages.ts";
import { AppLink } from "../../../ui/AppLink.tsx";
import { BackLink } from "../../../ui/BackLink.tsx";
import { DateText } from "../../../ui/DateText.tsx";
import { Email } from "../../../ui/Email.tsx";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { LoadError } from "../../../ui/LoadError.tsx";
import { NotesForm } from "../../../ui/NotesForm.tsx";
import { PageTitle } from "../../../ui/PageTitle.tsx";
import { Spinner } from "../../../ui/Spinner.tsx";
import { Stars } from "../../../ui/Stars.tsx";
import { Table } from "../../../ui/Table.tsx";
import { FormerOrders } from "../../sales/orders/FormerOrders.tsx";
import { customerQuery, useSaveCustomerNotes } from "./queries.ts";

/** One account with everything that the owner may know about it. */
export default function CustomerPage() {
  const { id = "" } = useParams();
  const { data, error, refetch } = useQuery(customerQuery(id));
  const isNotFound = error instanceof ApiError && error.status === 404;
  const title = (!isNotFound && (data?.name || data?.email)) || "Customer";

  return (
    <>
      <PageTitle>{title}</PageTitle>
      <BackLink to={paths.users}>Users</BackLink>
      <h1 className="text-title wrap-anywhere" dir="auto">
        {title}
      </h1>
      {isNotFound ? (
        <div className="mt-8">
          <EmptyState
            title="Account not found"
            action={
              <AppLink to={paths.users} className="btn btn-primary">
                Users
              </AppLink>
            }
          >
            It has been deleted, or the link is wrong.
          </EmptyState>
        </div>
      ) : data ? (
        <Customer key={id} customer={data} />
      ) : error ? (
        <div className="mt-8">
          <LoadError error={error} onRetry={() => void refetch()} />
        </div>
      ) : (
        <Spinner label="Loading the account" />
      )}
    </>
  );
}

const ROLES = { user: "Customer", staff: "Staff", admin: "Admin" };

function Customer({ customer }: { customer: CustomerForOwner }) {
  const { email, verified, loginPhone, role, blocked, sessions, createdAt } = customer;
  const saving = useSaveCustomerNotes(customer._id);
  return (
    <>
      <dl className="mt-6 grid gap-x-10 gap-y-4 sm:grid-cols-2">
        <Fact title="E-mail">
          {email ? (
            <>
              <Email address={email} />
              <span className="block text-sm text-quiet">
                {verified ? "Confirmed" : "Not confirmed yet"}
              </span>
            </>
          ) : (
            "None yet"
          )}
        </Fact>
        <Fact title="Role">
          {ROLES[role]}
          {blocked && <span className="block font-medium text-error">Blocked</span>}
        </Fact>
        <Fact title="Since">
          <DateText at={createdAt} />
        </Fact>
        <Fact title="Logged in">
          {sessions === 0 ? "Nowhere now" : `In ${pluralize(sessions, "browser")}`}
        </Fact>
        {loginPhone && <Fact title="Login phone">{loginPhone}</Fact>}
        <Fact title="Location">{customer.location}</Fact>
        <Fact title="Address">{customer.address}</Fact>
        <Fact title="Phone">{customer.phone}</Fact>
      </dl>
      <Section title="Notes">
        <NotesForm of={customer._id} saved={customer.notes} saving={saving} />
      </Section>
      <Section title="Orders">
        <Orders customer={customer} />
        <FormerOrders orders={customer.formerOrders} />
      </Section>
      <Section title="Reviews">
        <Reviews reviews={customer.reviews} />
      </Section>
    </>
  );
}

function Orders({ customer: { orders, orderCount, email } }: { customer: CustomerForOwner }) {
  if (orders.length === 0) return <p className="text-quiet">No orders yet.</p>;
  return (
    <>
      <Table
        caption="Orders"
        rows={orders}
        rowKey={(order) => order._id}
        columns={[
          {
            title: "Order",
            rowHeader: true,
            cell: (order) => (
              <AppLink
                to={manageOrderPath(order._id)}
                className="figures underline underline-offset-4"
              >
                {orderNumber(order)}
              </AppLink>
            ),
          },
          {
            title: "Date",
            className: "sm:min-w-36",
            cell: (order) => <DateText at={order.createdAt} />,
          },
          {
            title: "Tool",
            className: "sm:min-w-40",
            cell: (order) => (
              <>
                {order.orderQuantity} × <span dir="auto">{order.toolName}</span>
              </>
            ),
          },
          { title: "Total price", numeric: true, cell: (order) => formatPrice(order.totalPrice) },
          { title: "Status", cell: (order) => orderStateName(order) },
        ]}
      />
      {orderCount > orders.length && email && (
        <p className="mt-4 text-sm">
          <AppLink
            to={`${paths.manageOrders}?${new URLSearchParams({ q: email })}`}
            className="underline underline-offset-4"
          >
            All {pluralize(orderCount, "order")} in Manage Orders
          </AppLink>
        </p>
      )}
    </>
  );
}

const Reviews = ({ reviews }: Pick<CustomerForOwner, "reviews">) =>
  reviews.length === 0 ? (
    <p className="text-quiet">No reviews yet.</p>
  ) : (
    <ul className="grid gap-6">
      {reviews.map(({ _id, review, rating, createdAt }) => (
        <li key={_id} className="wrap-anywhere">
          <Stars rating={rating} />
          <p className="mt-1" dir="auto">
            {review}
          </p>
          <p className="text-sm text-quiet">
            <DateText at={createdAt} />
          </p>
        </li>
      ))}
    </ul>
  );

const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="mt-10 border-t border-rule pt-6">
    <h2 className="mb-4 text-heading">{title}</h2>
    {children}
  </section>
);

const Fact = ({ title, children }: { title: string; children: ReactNode }) => (
  <div>
    <dt className="text-sm text-quiet">{title}</dt>
    <dd className="wrap-anywhere" dir="auto">
      {children || <span className="text-quiet">Not given</span>}
    </dd>
  </div>
);
