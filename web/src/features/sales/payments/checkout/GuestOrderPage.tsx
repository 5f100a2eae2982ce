import "./checkout.css";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect } from "react";
import { useLocation } from "react-router";
import { type Purchase, send } from "../../../../api/client.ts";
import { ApiError } from "../../../../api/errors.ts";
import { orderNumber } from "../../../../api/order-name.ts";
import { purchaseQuery } from "../../../../api/purchase.ts";
import { useSession } from "../../../../api/session/SessionProvider.tsx";
import { pages } from "../../../../pages.ts";
import { Button } from "../../../../ui/Button.tsx";
import { EmptyState } from "../../../../ui/EmptyState.tsx";
import { LoadError } from "../../../../ui/LoadError.tsx";
import { PageTitle } from "../../../../ui/PageTitle.tsx";
import { Spinner } from "../../../../ui/Spinner.tsx";
import { OrderAgain } from "../../OrderAgain.tsx";
import { forgetPlacedPurchase } from "../../use-place-purchase.ts";
import { EndedPurchase, endedPurchase } from "../EndedPurchase.tsx";
import { TransactionId } from "../PaymentResult.tsx";
import { useReturnFromBank } from "../use-return-from-bank.ts";
import { GuestPassword, type GuestProof } from "./GuestPassword.tsx";
import { texts } from "./guest-order.texts.en.ts";
import { PlacedHeading } from "./PlacedHeading.tsx";
import { PlacedProgress } from "./PlacedProgress.tsx";
import { PlacedSumSection } from "./PlacedSumSection.tsx";
import { PlacedTools } from "./PlacedTools.tsx";
import { usePurchasePayment } from "./PurchasePayment.tsx";
import { texts as placedTexts } from "./placed.texts.en.tsx";
import { SendLinkForm } from "./SendLinkForm.tsx";

/**
 * A purchase without a login. The fragment of the address has the secret of the mailed link, or the id of a purchase
 * that this browser made. Browsers send fragments to no server.
 */
export default function GuestOrderPage() {
  const fragment = new URLSearchParams(useLocation().hash.slice(1));
  useReturnFromBank();
  const token = fragment.get("token");
  const id = fragment.get("purchase");
  if (token) return <ByLink key={token} token={token} />;
  if (id) return <InBrowser key={id} id={id} />;
  return (
    <Layout>
      <SendLinkForm />
    </Layout>
  );
}

function ByLink({ token }: { token: string }) {
  const opened = useQuery({
    queryKey: ["orders", "guest link", token],
    queryFn: () => send("POST /guest-purchases/open", { body: { token } }),
    retry: false,
  });
  const { purchase, setsPassword } = opened.data ?? {};
  useForgetWhenPaid(purchase);
  return (
    <Content
      purchase={purchase}
      error={opened.error}
      onRetry={() => void opened.refetch()}
      {...(setsPassword && { proof: { token } })}
    />
  );
}

function InBrowser({ id }: { id: string }) {
  const { data, error, refetch } = useQuery({ ...purchaseQuery(id), staleTime: 0 });
  useForgetWhenPaid(data);
  const isSignedIn = useSession().state.status === "signed-in";
  // The cookie of a guest proves nothing once its purchase is gone: the answer is 401.
  const isGone = error instanceof ApiError && [401, 404].includes(error.status);
  const ended = endedPurchase(error);
  if (ended)
    return (
      <Layout>
        <EndedPurchase ended={ended} />
      </Layout>
    );
  if (isGone && isSignedIn)
    return (
      <Layout>
        <div className="mt-8">
          <EmptyState title={placedTexts.notFound}>{texts.notOfAccount}</EmptyState>
        </div>
      </Layout>
    );
  return (
    <Content
      purchase={data}
      error={error}
      onRetry={() => void refetch()}
      {...(data?.paid && { proof: { purchaseId: id } })}
    />
  );
}

/** What this tab keeps of a purchase until it is paid. */
const useForgetWhenPaid = (purchase: Purchase | undefined) =>
  useEffect(() => {
    if (!purchase?.paid) return;
    forgetPlacedPurchase();
  }, [purchase]);

interface ContentProps {
  purchase: Purchase | undefined;
  error: Error | null;
  onRetry: () => void;
  /** The proof is absent if no password can be set. */
  proof?: GuestProof;
}

function Content({ purchase, error, onRetry, proof }: ContentProps) {
  if (purchase) return <Order purchase={purchase} {...(proof && { proof })} />;
  const isGone = error instanceof ApiError && [401, 404, 409].includes(error.status);
  return (
    <Layout>
      {isGone ? (
        <SendLinkForm isGone />
      ) : error ? (
        <div className="mt-8">
          <LoadError error={error} onRetry={onRetry} />
        </div>
      ) : (
        <Spinner label={placedTexts.loading} />
      )}
    </Layout>
  );
}

function Order({ purchase, proof }: { purchase: Purchase; proof?: GuestProof }) {
  const { isNews, content } = usePurchasePayment(purchase, true);
  const isSignedIn = useSession().state.status === "signed-in";
  const transactionId = purchase.orders[0]?.transactionId;
  return (
    <Layout title={placedTexts.order(orderNumber(purchase))} at={purchase.createdAt}>
      <div className="placed">
        {isNews && <div className="placed-news">{content}</div>}
        <PlacedTools purchase={purchase} />
        <PlacedSumSection purchase={purchase}>{!isNews && content}</PlacedSumSection>
        <div>
          <PlacedProgress purchase={purchase} />
          {purchase.paid && (
            <div className="mt-6 flex flex-wrap items-center gap-3 print:hidden">
              <OrderAgain orders={purchase.orders} small />
              <Button variant="outline" small onClick={() => window.print()}>
                {texts.print}
              </Button>
            </div>
          )}
          {proof && !isSignedIn && (
            <div className="mt-8 print:hidden">
              <GuestPassword proof={proof} />
            </div>
          )}
        </div>
        {transactionId && (
          <div className="placed-foot">
            <TransactionId id={transactionId} />
          </div>
        )}
      </div>
    </Layout>
  );
}

interface LayoutProps {
  title?: string;
  at?: string;
  children: ReactNode;
}

const Layout = ({ title = pages.guestOrder.title, at, children }: LayoutProps) => (
  <div className="measure min-h-svh py-4 md:py-8 lg:py-12">
    <PageTitle>{title}</PageTitle>
    <PlacedHeading title={title} at={at} />
    {children}
  </div>
);
