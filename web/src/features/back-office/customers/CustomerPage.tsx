import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useParams } from "react-router";
import type { CustomerForOwner } from "../../../api/client.ts";
import { ApiError } from "../../../api/errors.ts";
import { orderNumber } from "../../../api/order-name.ts";
import { orderStateName } from "../../../api/order-states.ts";
import { formatPrice } from "../../../money.ts";
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
import { texts } from "./texts.en.ts";

/** One account with everything that the owner may know about it. */
export default function CustomerPage() {
  const { id = "" } = useParams();
  const { data, error, refetch } = useQuery(customerQuery(id));
  const isNotFound = error instanceof ApiError && error.status === 404;
  const title = (!isNotFound && (data?.name || data?.email)) || texts.customer;

  return (
    <>
      <PageTitle>{title}</PageTitle>
      <BackLink to={paths.users}>{texts.users}</BackLink>
      <h1 className="text-title wrap-anywhere" dir="auto">
        {title}
      </h1>
      {isNotFound ? (
        <div className="mt-8">
          <EmptyState
            title={texts.notFoundTitle}
            action={
              <AppLink to={paths.users} className="btn btn-primary">
                {texts.users}
              </AppLink>
            }
          >
            {texts.notFound}
          </EmptyState>
        </div>
      ) : data ? (
        <Customer key={id} customer={data} />
      ) : error ? (
        <div className="mt-8">
          <LoadError error={error} onRetry={() => void refetch()} />
        </div>
      ) : (
        <Spinner label={texts.loading} />
      )}
    </>
  );
}

function Customer({ customer }: { customer: CustomerForOwner }) {
  const { email, verified, loginPhone, role, blocked, sessions, createdAt } = customer;
  const saving = useSaveCustomerNotes(customer._id);
  return (
    <>
      <dl className="mt-6 grid gap-x-10 gap-y-3 sm:grid-cols-2 sm:gap-y-5 xl:grid-cols-4">
        <Fact title={texts.email}>
          {email ? (
            <>
              <Email address={email} />
              <span className="block text-sm text-quiet">
                {verified ? texts.emailConfirmed : texts.emailNotConfirmed}
              </span>
            </>
          ) : (
            texts.noEmail
          )}
        </Fact>
        <Fact title={texts.role}>
          {texts.roles[role]}
          {blocked && <span className="block font-medium text-error">{texts.blocked}</span>}
        </Fact>
        <Fact title={texts.since}>
          <DateText at={createdAt} />
        </Fact>
        <Fact title={texts.loggedIn}>
          {sessions === 0 ? texts.loggedInNowhere : texts.loggedInBrowsers(sessions)}
        </Fact>
        {loginPhone && <Fact title={texts.loginPhone}>{loginPhone}</Fact>}
        <Fact title={texts.location}>{customer.location}</Fact>
        <Fact title={texts.address}>{customer.address}</Fact>
        <Fact title={texts.phone}>{customer.phone}</Fact>
      </dl>
      <Section title={texts.notes}>
        <NotesForm of={customer._id} saved={customer.notes} saving={saving} />
      </Section>
      <Section title={texts.orders}>
        <Orders customer={customer} />
        <FormerOrders orders={customer.formerOrders} />
      </Section>
      <Section title={texts.reviews}>
        <Reviews reviews={customer.reviews} />
      </Section>
    </>
  );
}

function Orders({ customer: { orders, orderCount, email } }: { customer: CustomerForOwner }) {
  if (orders.length === 0) return <p className="text-quiet">{texts.noOrders}</p>;
  return (
    <>
      <Table
        caption={texts.orders}
        rows={orders}
        rowKey={(order) => order._id}
        columns={[
          {
            title: texts.order,
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
            title: texts.date,
            className: "sm:min-w-36",
            cell: (order) => <DateText at={order.createdAt} />,
          },
          {
            title: texts.tool,
            className: "sm:min-w-40",
            cell: (order) => (
              <>
                {order.orderQuantity} × <span dir="auto">{order.toolName}</span>
              </>
            ),
          },
          {
            title: texts.totalPrice,
            numeric: true,
            cell: (order) => formatPrice(order.totalPrice),
          },
          { title: texts.status, cell: (order) => orderStateName(order) },
        ]}
      />
      {orderCount > orders.length && email && (
        <p className="mt-4 text-sm">
          <AppLink
            to={`${paths.manageOrders}?${new URLSearchParams({ q: email })}`}
            className="underline underline-offset-4"
          >
            {texts.allOrders(orderCount)}
          </AppLink>
        </p>
      )}
    </>
  );
}

const Reviews = ({ reviews }: Pick<CustomerForOwner, "reviews">) =>
  reviews.length === 0 ? (
    <p className="text-quiet">{texts.noReviews}</p>
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
  <div className="max-sm:grid max-sm:grid-cols-[7.5rem_minmax(0,1fr)] max-sm:items-baseline max-sm:gap-x-4">
    <dt className="text-sm text-quiet">{title}</dt>
    <dd className="wrap-anywhere" dir="auto">
      {children || <span className="text-quiet">{texts.notGiven}</span>}
    </dd>
  </div>
);
