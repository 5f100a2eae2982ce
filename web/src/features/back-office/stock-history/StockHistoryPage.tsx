import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useParams } from "react-router";
import type { StockMovement } from "../../../api/client.ts";
import { orderNumber } from "../../../api/order-name.ts";
import { useRole } from "../../../api/session/use-role.ts";
import { formatTime } from "../../../date.ts";
import { editToolPath, manageOrderPath } from "../../../page-paths.ts";
import { pages } from "../../../pages.ts";
import { AppLink } from "../../../ui/AppLink.tsx";
import { BackLink } from "../../../ui/BackLink.tsx";
import { DayText } from "../../../ui/DateText.tsx";
import { FileDownload } from "../../../ui/FileDownload.tsx";
import { LoadError } from "../../../ui/LoadError.tsx";
import { PageTitle } from "../../../ui/PageTitle.tsx";
import { ShowMore } from "../../../ui/ShowMore.tsx";
import { TableSkeleton } from "../../../ui/TableSkeleton.tsx";
import { causeText, changeText } from "./movement.ts";
import { managedToolQuery, stockHistoryQuery } from "./queries.ts";
import { texts } from "./texts.en.ts";

/** Why the stock of a tool is what it is. */
export default function StockHistoryPage() {
  const { toolId = "" } = useParams();
  const isAdmin = useRole().data === "admin";
  const { data: tool } = useQuery(managedToolQuery(toolId));
  const list = useInfiniteQuery(stockHistoryQuery(toolId));
  const { data, error, refetch } = list;
  const total = data?.pages[0]?.total ?? 0;

  return (
    <>
      <PageTitle>
        {tool ? texts.titleOf(pages.stockHistory.title, tool.name) : pages.stockHistory.title}
      </PageTitle>
      <BackLink to={editToolPath(toolId)}>{texts.editTool}</BackLink>
      <h1 className="text-title">{pages.stockHistory.title}</h1>
      {tool && (
        <p className="mt-2 text-lg" dir="auto">
          {tool.name}
        </p>
      )}
      <div className="mt-6 mb-4 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2">
        <p role="status" className="min-h-6 text-quiet">
          {data &&
            (tool ? texts.changesAndStock(total, tool.availableQuantity) : texts.changes(total))}
        </p>
        {isAdmin && (
          <FileDownload
            path="/csv/stock"
            query={{ tool: toolId }}
            label={texts.download}
            link
            className="underline-offset-4"
          />
        )}
      </div>
      {data ? (
        <Movements rows={data.pages.flatMap((page) => page.rows)} />
      ) : error ? (
        <LoadError error={error} onRetry={() => void refetch()} />
      ) : (
        <TableSkeleton label={texts.loading} />
      )}
      <ShowMore list={list} className="mt-8" />
    </>
  );
}

const Movements = ({ rows }: { rows: StockMovement[] }) => (
  <ul aria-label={texts.list} className="border-t border-rule">
    {rows.map(({ _id, at, change, stockAfter, cause, who, orderId, orderNumber: number }) => (
      <li
        key={_id}
        className="grid grid-cols-[minmax(0,1fr)_auto_auto] items-baseline gap-x-4 border-b border-rule py-3"
      >
        <div className="wrap-anywhere">
          {causeText(cause)}{" "}
          {orderId && number !== undefined && (
            <AppLink to={manageOrderPath(orderId)} className="underline underline-offset-4">
              {orderNumber({ number })}
            </AppLink>
          )}
          <span className="mt-0.5 block text-sm text-quiet">
            <bdi>{who}</bdi>, <DayText at={at} />, {formatTime(Date.parse(at))}
          </span>
        </div>
        <strong className="figures font-semibold">{changeText(change)}</strong>
        <span className="figures min-w-28 text-right text-quiet">{texts.inStock(stockAfter)}</span>
      </li>
    ))}
  </ul>
);
