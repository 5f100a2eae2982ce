import "./today.css";
import type { ReactNode } from "react";
import { formatCount } from "../../../money.ts";
import { paths } from "../../../pages.ts";
import { AppLink } from "../../../ui/AppLink.tsx";
import { MissingPathList } from "../../settings/redirects/MissingPathList.tsx";
import { LaterSteps } from "./LaterSteps.tsx";
import { texts as openingTexts } from "./opening.texts.en.tsx";
import { laterOf } from "./opening.ts";
import { RevenuePanel } from "./RevenuePanel.tsx";
import { EmailTestButton, PaymentTestButton } from "./ServiceTests.tsx";
import { texts as skeletonTexts } from "./skeleton.texts.en.ts";
import { texts } from "./texts.en.ts";
import { ago, dayText, type OwnerToday, type Today as TodayData } from "./today.ts";
import { YourShop } from "./YourShop.tsx";

interface TodayProps {
  today: TodayData;
  hasTestKeys: boolean;
  takesCards: boolean;
  /** The owner has not opened the shop yet. */
  isOpening: boolean;
}

/** What waits today. Before the shop is open, the owner sees the steps to it first. Staff see orders and stock. */
export default function Today({ today, hasTestKeys, takesCards, isOpening }: TodayProps) {
  const { ordersToShip, owner } = today;
  // Each of them waits until the shop records its payment.
  const unpaidOrders = takesCards ? 0 : today.unpaidOrders;
  const day = owner?.days.at(-1)?.day;
  const isOwnersWay = owner !== undefined && isOpening;
  const later = owner && !isOpening ? laterOf(owner.opening, false) : [];
  const hasOrders = ordersToShip + unpaidOrders > 0;
  const left = later.length > 0 && (
    <LaterSteps title={texts.stillToDo} tasks={later} takesCards={takesCards} />
  );
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
      <header className="flex flex-wrap items-baseline gap-x-4">
        <h1 className="text-title">{isOwnersWay ? openingTexts.title : skeletonTexts.title}</h1>
        {day && <p className="text-sm text-quiet">{dayText(day)}</p>}
        {owner && hasTestKeys && <p className="text-sm text-warning">{texts.testPayments}</p>}
      </header>
      {isOwnersWay && <YourShop tasks={owner.opening} takesCards={takesCards} />}
      {!hasOrders && left}
      {(!isOwnersWay || hasOrders) && (
        <>
          <div
            className={`grid gap-4 ${owner ? "md:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]" : ""}`}
          >
            <section aria-labelledby="to-ship" className="today-panel">
              <h2 id="to-ship" className="today-title">
                {texts.toShip}
              </h2>
              <div className="flex flex-wrap items-end justify-between gap-3">
                <OrderCount count={ordersToShip} what={texts.paidOrders(ordersToShip)} />
                {unpaidOrders > 0 && (
                  <AppLink to={UNPAID} className="today-unpaid mr-auto">
                    <OrderCount count={unpaidOrders} what={texts.unpaidOrders(unpaidOrders)} />
                  </AppLink>
                )}
                <AppLink
                  to={ordersToShip ? `${paths.manageOrders}?state=pending` : paths.manageOrders}
                  className={`btn btn-sm ${ordersToShip ? "btn-primary" : "btn-outline"}`}
                >
                  {ordersToShip ? texts.ship(ordersToShip) : texts.allOrders}
                </AppLink>
              </div>
            </section>
            {owner && <RevenuePanel {...owner} />}
          </div>
          {hasOrders && left}
          <div className="grid items-start gap-x-8 gap-y-8 md:grid-cols-2">
            <Waiting today={today} />
            <LowStock today={today} />
          </div>
          {owner && owner.missingPaths.length > 0 && <MissingPaths paths={owner.missingPaths} />}
        </>
      )}
      {owner && !isOpening && later.length === 0 && (
        <section aria-labelledby="connections">
          <h2 id="connections" className="text-heading">
            {texts.connections}
          </h2>
          <div className="mt-3 grid gap-x-8 gap-y-4 border-t border-rule pt-3 md:grid-cols-2">
            <EmailTestButton />
            <PaymentTestButton />
          </div>
          <p className="mt-4 text-sm">
            <AppLink to={`${paths.account}#new-orders-on-your-phone`} className="link-like">
              {texts.newOrdersOnPhone}
            </AppLink>
          </p>
        </section>
      )}
    </div>
  );
}

const UNPAID = `${paths.manageOrders}?state=unpaid`;

const OrderCount = ({ count, what }: { count: number; what: string }) => (
  <span className="block">
    <span className="today-number">{formatCount(count)}</span>{" "}
    <span className="today-note block">{what}</span>
  </span>
);

const refundsText = ({ refundsUnderWay, failedRefunds }: OwnerToday) =>
  failedRefunds > 0 ? texts.failedRefunds(failedRefunds) : texts.refundsUnderWay(refundsUnderWay);

function Waiting({ today: { unpaidOrders, owner } }: { today: TodayData }) {
  return (
    <section aria-labelledby="waiting">
      <h2 id="waiting" className="text-heading">
        {owner ? texts.atAGlance : texts.waiting}
      </h2>
      <dl className="mt-3 border-t border-rule">
        <Row title={texts.unpaid} to={UNPAID}>
          {formatCount(unpaidOrders)}
        </Row>
        {owner && <OwnerRows {...owner} />}
      </dl>
    </section>
  );
}

function noBackupText({ isOverdue, isNightly }: OwnerToday["backup"]) {
  if (isOverdue) return texts.noBackup;
  return isNightly ? texts.backupFollows : texts.backupElsewhere;
}

function booksText(books: OwnerToday["books"]) {
  if (!books) return texts.booksNotChecked;
  const checked = ago(books.at);
  return books.differences
    ? texts.booksDiffer(books.differences, checked)
    : texts.booksAgree(checked);
}

function OwnerRows(owner: OwnerToday) {
  const { failedRefunds, disputes, reviewsToApprove, books, backup } = owner;
  const refunds =
    failedRefunds > 0 ? paths.reconciliation : `${paths.manageOrders}?state=refunding`;
  return (
    <>
      <Row title={texts.refunds} to={refunds} isWrong={failedRefunds > 0}>
        {refundsText(owner)}
      </Row>
      {disputes > 0 && (
        <Row title={texts.disputes} to={paths.reconciliation} isWrong>
          {formatCount(disputes)}
        </Row>
      )}
      <Row title={texts.reviewsToRead} to={`${paths.manageReviews}?state=pending`}>
        {formatCount(reviewsToApprove)}
      </Row>
      <Row title={texts.books} to={paths.reconciliation} isWrong={Boolean(books?.differences)}>
        {booksText(books)}
      </Row>
      <Row title={texts.lastBackup} isWrong={backup.isOverdue}>
        {backup.lastAt ? ago(backup.lastAt) : noBackupText(backup)}
      </Row>
    </>
  );
}

interface RowProps {
  title: string;
  to?: string;
  isWrong?: boolean;
  children: ReactNode;
}

const Row = ({ title, to, isWrong = false, children }: RowProps) => (
  <div className="flex items-baseline justify-between gap-x-4 border-b border-rule py-1.5 text-[0.9375rem]">
    <dt className="shrink-0 text-quiet">
      {to ? (
        <AppLink to={to} className="text-base-content underline-offset-4 hover:underline">
          {title}
        </AppLink>
      ) : (
        title
      )}
    </dt>
    <dd className={`figures text-right ${isWrong ? "font-semibold text-error" : "font-medium"}`}>
      {children}
    </dd>
  </div>
);

function LowStock({ today: { lowStock, lowStockCount } }: { today: TodayData }) {
  const more = lowStockCount - lowStock.length;
  return (
    <section aria-labelledby="low-stock">
      <h2 id="low-stock" className="text-heading">
        {texts.lowStock}
      </h2>
      {lowStock.length === 0 ? (
        <p className="mt-3 border-t border-rule pt-1.5 text-[0.9375rem] text-quiet">
          {texts.noLowStock}
        </p>
      ) : (
        <ul className="mt-3 border-t border-rule">
          {lowStock.map(({ toolId, name, availableQuantity }) => (
            <li
              key={toolId}
              className="flex items-baseline justify-between gap-x-4 border-b border-rule py-1.5 text-[0.9375rem]"
            >
              <AppLink
                to={`${paths.manageTools}/${toolId}`}
                className="min-w-0 wrap-anywhere underline-offset-4 hover:underline"
              >
                {name}
              </AppLink>
              <span className="figures shrink-0 font-medium">{texts.left(availableQuantity)}</span>
            </li>
          ))}
        </ul>
      )}
      {more > 0 && (
        <AppLink
          to={`${paths.manageTools}?state=low`}
          className="mt-2 inline-block py-1 text-sm font-medium underline underline-offset-4"
        >
          {texts.more(more)}
        </AppLink>
      )}
    </section>
  );
}

/** Old addresses without a page, which the owner can lead to one. */
function MissingPaths({ paths: missing }: { paths: OwnerToday["missingPaths"] }) {
  return (
    <section aria-labelledby="missing-paths">
      <h2 id="missing-paths" className="text-heading">
        {texts.missingPaths}
      </h2>
      <MissingPathList paths={missing} />
    </section>
  );
}
