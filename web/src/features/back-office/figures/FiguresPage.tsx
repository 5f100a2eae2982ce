import { Choice } from "../../../ui/Choice.tsx";
import "./figures.css";
import { useQuery } from "@tanstack/react-query";
import { type ComponentProps, type ReactNode, useState } from "react";
import type { Figures, Sales, SalesStep } from "../../../api/client.ts";
import { formatCount, formatPrice } from "../../../money.ts";
import { editToolPath } from "../../../page-paths.ts";
import { AppLink } from "../../../ui/AppLink.tsx";
import { Button } from "../../../ui/Button.tsx";
import { DateText } from "../../../ui/DateText.tsx";
import { LoadError } from "../../../ui/LoadError.tsx";
import { Table } from "../../../ui/Table.tsx";
import { TableSkeleton } from "../../../ui/TableSkeleton.tsx";
import { useSearchParam } from "../../../ui/use-search-param.ts";
import { describeChange } from "../change.ts";
import { isMeasure, MEASURES, type Measure, periodText, stepText } from "./figures.ts";
import { PeriodChoice } from "./PeriodChoice.tsx";
import { figuresQuery } from "./queries.ts";
import { SalesChart } from "./SalesChart.tsx";
import { course, lists, steps as stepTitles, texts } from "./texts.en.tsx";

const MEASURE_LIST: Measure[] = Object.values(MEASURES);

/** Shows the owner what a period brought, compared with the period before. */
export default function FiguresPage() {
  const [days] = useSearchParam("days");
  const [from] = useSearchParam("from");
  const [to] = useSearchParam("to");
  const [by] = useSearchParam("by");
  const { data, error, refetch, isPlaceholderData } = useQuery(
    figuresQuery({ days, from, to, by }),
  );

  return (
    <>
      <h1 className="text-title">{texts.title}</h1>
      <p className="mt-4 max-w-prose text-quiet">{texts.intro}</p>
      <TodaySoFar />
      <PeriodChoice figures={data} />
      <p role="status" className="mt-6 min-h-5 text-sm leading-5 text-quiet">
        {data && !error && describePeriod(data)}
      </p>
      {error ? (
        <div className="mt-6">
          <LoadError error={error} onRetry={() => void refetch()} />
        </div>
      ) : data ? (
        <div aria-busy={isPlaceholderData}>
          <Totals figures={data} />
          <BesideRevenue {...data} />
          <UsedCodes {...data} />
          <Course figures={data} />
          <Lists figures={data} />
        </div>
      ) : (
        <TableSkeleton label={texts.loading} tall />
      )}
    </>
  );
}

const hasSales = ({ orders, refunds }: Sales) => orders > 0 || refunds > 0;

function describePeriod({ from, to, before }: Figures) {
  const days = periodText(from, to);
  return hasSales(before) ? texts.comparedPeriod(days) : texts.firstPeriod(days);
}

/** What has come in since midnight, whatever period is shown. */
function TodaySoFar() {
  const { data } = useQuery(figuresQuery({ days: "1", from: "", to: "", by: "" }));
  return (
    <p className="mt-2 min-h-6">
      {data &&
        texts.todaySoFar(
          <strong className="font-semibold">{formatPrice(data.total.revenue)}</strong>,
          data.total.orders,
        )}
    </p>
  );
}

function Totals({ figures: { total, before, partRefunds } }: { figures: Figures }) {
  return (
    <dl className="figures mt-4 grid grid-cols-2 gap-px border border-rule bg-rule xl:grid-cols-4">
      {MEASURE_LIST.map((measure) => (
        <div key={measure.title} className="bg-base-100 p-3 sm:p-5">
          <dt className="text-sm text-quiet">{measure.title}</dt>
          <dd className="text-sm">
            <span className="block font-display text-[clamp(1.375rem,1rem+2vw,1.875rem)] leading-tight wrap-anywhere">
              {measure.format(measure.value(total))}
            </span>
            {hasSales(before) && <Change measure={measure} total={total} before={before} />}
            {measure === MEASURES.refunded && total.refunds > 0 && (
              <span className="block">{texts.ofOrders(total.refunds)}</span>
            )}
            {measure === MEASURES.refunded && partRefunds > 0 && (
              <span className="block">{texts.ofParts(partRefunds)}</span>
            )}
            {measure === MEASURES.revenue && total.recorded > 0 && (
              <span className="block">{texts.withoutCard(total.recorded)}</span>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** What customers paid beside the goods, if they did. */
function BesideRevenue({ delivery, taxes }: Figures) {
  if (delivery === 0 && taxes === 0) return null;
  const amounts = { [texts.deliveryBeside]: delivery, [texts.taxesBeside]: taxes };
  return (
    <dl className="figures grid grid-cols-2 gap-px border border-t-0 border-rule bg-rule">
      {Object.entries(amounts).map(([title, amount]) => (
        <div key={title} className="bg-base-100 px-3 py-2 sm:px-5">
          <dt className="text-sm text-quiet">{title}</dt>
          <dd className="text-lg">{formatPrice(amount)}</dd>
        </div>
      ))}
    </dl>
  );
}

/** What discount codes took off, if there were any. */
function UsedCodes({ codes, discounts }: Figures) {
  if (codes.length === 0) return null;
  return <p className="mt-3 text-sm text-quiet">{texts.usedCodes(discounts, codes)}</p>;
}

interface ChangeProps extends Pick<Figures, "total" | "before"> {
  measure: Measure;
}

/** Describes a change in words with an arrow. What is good is green. */
function Change({ measure: { value, format, isLoss = false }, total, before }: ChangeProps) {
  const now = value(total);
  const then = value(before);
  const isUp = now > then;
  const colour =
    now === then || then === 0 ? "text-quiet" : isUp === isLoss ? "text-error" : "text-success";
  return (
    <span className={`mt-1 block ${colour}`}>
      {now !== then && then > 0 && <span aria-hidden="true">{isUp ? "↑" : "↓"}</span>}{" "}
      {describeChange(now, then)}
      {then > 0 && now !== then && <span className="text-quiet"> {texts.from(format(then))}</span>}
    </span>
  );
}

/** One measure as a chart, and all of them in a table. */
function Course({ figures: { steps, by } }: { figures: Figures }) {
  const [shown, setShown] = useSearchParam("show");
  const name = isMeasure(shown) ? shown : "revenue";
  const measure = MEASURES[name];
  if (!steps.some(({ sales, before }) => hasSales(sales) || hasSales(before)))
    return (
      <Section title={course.titles[by]}>
        <p className="text-quiet">{texts.empty}</p>
      </Section>
    );
  return (
    <Section title={course.titles[by]}>
      <div className="mb-8 flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <Choice
          legend={course.show}
          hideLegend
          options={Object.entries(MEASURES).map(([value, { title }]) => [value, title])}
          value={name}
          onChange={(value) => setShown(value === "revenue" ? "" : value, { replace: true })}
        />
        <p className="chart-key" aria-hidden="true">
          <span>{course.thisPeriod}</span>
          <span className="chart-key-before">{course.periodBefore}</span>
        </p>
      </div>
      <SalesChart steps={steps} by={by} measure={measure} />
      <details className="mt-6">
        <summary className="w-fit cursor-pointer py-2 font-medium underline underline-offset-4">
          {course.table}
        </summary>
        <div className="mt-3">
          <Table
            caption={course.captions[by]}
            rows={[...steps].reverse()}
            rowKey={(step) => step.from}
            columns={[
              {
                title: stepTitles[by],
                rowHeader: true,
                className: "sm:min-w-28",
                cell: (step) => stepText(step, by),
              },
              ...MEASURE_LIST.map((each) => ({
                title: each.title,
                numeric: true,
                cell: ({ sales }: SalesStep) => {
                  const amount = each.format(each.value(sales));
                  return each === MEASURES.refunded
                    ? course.amountAndCount(amount, sales.refunds)
                    : amount;
                },
              })),
              {
                title: course.before(measure.title),
                numeric: true,
                cell: (step) => measure.format(measure.value(step.before)),
              },
            ]}
          />
        </div>
      </details>
    </Section>
  );
}

const Lists = ({ figures }: { figures: Figures }) => (
  <>
    <List
      title={lists.bestSellers}
      note={lists.bestSellersNote}
      empty={lists.bestSellersEmpty}
      rows={figures.bestSellers}
      rowKey={(tool) => tool.toolId}
      columns={[
        { title: lists.tool, rowHeader: true, cell: (tool) => <ToolLink tool={tool} /> },
        { title: lists.units, numeric: true, cell: (tool) => formatCount(tool.units) },
        { title: lists.revenue, numeric: true, cell: (tool) => formatPrice(tool.revenue) },
      ]}
    />
    <List
      title={lists.neverSold}
      note={lists.neverSoldNote}
      empty={lists.neverSoldEmpty}
      more={figures.moreNeverSold && lists.moreNeverSold}
      rows={figures.neverSold}
      rowKey={(tool) => tool.toolId}
      columns={[
        { title: lists.tool, rowHeader: true, cell: (tool) => <ToolLink tool={tool} /> },
        {
          title: lists.inStock,
          numeric: true,
          cell: (tool) => formatCount(tool.availableQuantity),
        },
        { title: lists.onSaleSince, cell: (tool) => <DateText at={tool.createdAt} /> },
      ]}
    />
    <List
      title={lists.emptySearches}
      note={lists.emptySearchesNote}
      empty={lists.emptySearchesEmpty}
      rows={figures.emptySearches}
      rowKey={(search) => search.term}
      columns={[
        { title: lists.search, rowHeader: true, cell: (search) => search.term },
        { title: lists.times, numeric: true, cell: (search) => formatCount(search.searches) },
      ]}
    />
  </>
);

/** How many rows of a list are shown at first. */
const FOLDED = 5;

interface ListProps<Row> extends Omit<ComponentProps<typeof Table<Row>>, "caption"> {
  title: string;
  note: string;
  /** The sentence that stands instead of a list without rows. */
  empty: string;
  /** The sentence below the whole list. */
  more?: string | false;
}

function List<Row>({ title, note, empty, more, rows, ...table }: ListProps<Row>) {
  const [isOpen, setIsOpen] = useState(false);
  const shown = isOpen ? rows : rows.slice(0, FOLDED);
  return (
    <Section title={title} note={note}>
      {rows.length === 0 && <p className="text-quiet">{empty}</p>}
      {rows.length > 0 && <Table caption={title} className="table-lines" rows={shown} {...table} />}
      {rows.length > FOLDED && (
        <Button
          variant="outline"
          small
          className="mt-4"
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
        >
          {isOpen ? lists.showFirst(FOLDED) : lists.showAll(rows.length)}
        </Button>
      )}
      {isOpen && more && <p className="mt-4 text-sm text-quiet">{more}</p>}
    </Section>
  );
}

const ToolLink = ({ tool }: { tool: { toolId: string; name: string } }) => (
  <AppLink
    to={editToolPath(tool.toolId)}
    className="underline underline-offset-4 hover:decoration-2"
  >
    {tool.name}
  </AppLink>
);

interface SectionProps {
  title: string;
  note?: string;
  children: ReactNode;
}

function Section({ title, note, children }: SectionProps) {
  return (
    <section className="mt-12" aria-label={title}>
      <h2 className="text-heading">{title}</h2>
      {note && <p className="mt-2 max-w-prose text-sm text-quiet">{note}</p>}
      <div className="mt-5">{children}</div>
    </section>
  );
}
