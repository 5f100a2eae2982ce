import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useParams } from "react-router";
import type { Purchase } from "../../../api/client.ts";
import { orderNumber } from "../../../api/order-name.ts";
import { placedPurchasePath } from "../../../page-paths.ts";
import { BackLink } from "../../../ui/BackLink.tsx";
import { Button } from "../../../ui/Button.tsx";
import { LoadError } from "../../../ui/LoadError.tsx";
import { PageTitle } from "../../../ui/PageTitle.tsx";
import { Spinner } from "../../../ui/Spinner.tsx";
import { isNotFound } from "./OrderPaper.tsx";
import { texts } from "./paper.texts.en.tsx";

interface PaperLayoutProps {
  title: string;
  /** The number of the paper, once it is loaded. */
  number: string | undefined;
  query: UseQueryResult<Purchase>;
  /** The purchase has no such paper. */
  isMissing?: boolean;
  /** The content in place of a paper that does not exist. */
  empty: ReactNode;
  loadingLabel: string;
  /** The paper. */
  children: ReactNode;
}

/** A paper about the purchase in the path, with a link back to it. */
export function PaperLayout({
  title,
  number,
  query: { data: purchase, error, refetch },
  isMissing = false,
  empty,
  loadingLabel,
  children,
}: PaperLayoutProps) {
  const { id = "" } = useParams();
  const isGone = isNotFound(error) || isMissing;
  return (
    <div className="measure py-4 md:py-8 print:p-0">
      {purchase && !isGone ? (
        <>
          <PageTitle>{`${title} ${number}`}</PageTitle>
          <div className="order-paper-bar">
            <BackLink to={placedPurchasePath(id)} className="">
              {texts.backToOrder(orderNumber(purchase))}
            </BackLink>
            <Button onClick={() => window.print()}>{texts.print}</Button>
          </div>
          {children}
        </>
      ) : (
        <>
          <h1 className="mb-8 text-title">{title}</h1>
          {isGone ? (
            empty
          ) : error ? (
            <LoadError error={error} onRetry={() => void refetch()} />
          ) : (
            <Spinner label={loadingLabel} />
          )}
        </>
      )}
    </div>
  );
}
