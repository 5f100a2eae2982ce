import "./orders.css";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useRef, useState } from "react";
import { useParams } from "react-router";
import type { Tool } from "../../../api/client.ts";
import { ApiError } from "../../../api/errors.ts";
import { useAccount } from "../../../api/session/SessionProvider.tsx";
import { useRole } from "../../../api/session/use-role.ts";
import { toolFromLists } from "../../../api/tool-lists.ts";
import { useLiveStock } from "../../../api/use-live-stock.ts";
import { formatCount, formatPrice } from "../../../money.ts";
import { pages, paths } from "../../../pages.ts";
import { AppLink } from "../../../ui/AppLink.tsx";
import { BackLink } from "../../../ui/BackLink.tsx";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { FullPrice } from "../../../ui/FullPrice.tsx";
import { LoadError } from "../../../ui/LoadError.tsx";
import { PageTitle } from "../../../ui/PageTitle.tsx";
import { Picture } from "../../../ui/Picture.tsx";
import { PictureChoice } from "../../../ui/PictureChoice.tsx";
import { SharedPicture } from "../../../ui/SharedPicture.tsx";
import { usePictureLoaded } from "../../../ui/use-picture-loaded.ts";
import { toolQuery } from "../../catalogue/tool-query.ts";
import { PurchaseForm } from "./PurchaseForm.tsx";
import { PurchaseSkeleton } from "./PurchaseSkeleton.tsx";
import { texts } from "./purchase.texts.en.tsx";

export default function PurchasePage() {
  useLiveStock();
  const { toolsId = "" } = useParams();
  const buyer = useAccount();
  const { data: role } = useRole();
  const queryClient = useQueryClient();
  const {
    data: tool,
    error,
    refetch,
  } = useQuery({
    ...toolQuery(toolsId),
    placeholderData: () => toolFromLists(queryClient, toolsId),
  });
  const gone = error instanceof ApiError && error.status === 404;

  return (
    <div className="measure py-4 md:py-8 lg:py-12">
      <PageTitle>{tool && !gone ? tool.name : pages.purchase.title}</PageTitle>
      <BackLink to={paths.tools} className="mb-4 md:mb-8">
        {texts.allTools}
      </BackLink>
      {gone ? (
        <>
          <h1 className="sr-only">{texts.title}</h1>
          <EmptyState
            title={texts.notForSale}
            action={
              <AppLink to={paths.tools} className="btn btn-primary">
                {texts.allTools}
              </AppLink>
            }
          >
            {texts.notForSaleHint}
          </EmptyState>
        </>
      ) : tool ? (
        <div className="purchase-columns">
          <ToolPlate key={tool._id} tool={tool} />
          <div className="purchase">
            <ToolFacts tool={tool} />
            <PurchaseForm key={tool._id} tool={tool} buyer={buyer} isAdmin={role === "admin"} />
          </div>
        </div>
      ) : error ? (
        <>
          <h1 className="sr-only">{texts.title}</h1>
          <LoadError error={error} onRetry={() => void refetch()} />
        </>
      ) : (
        <PurchaseSkeleton />
      )}
    </div>
  );
}

function ToolPlate({ tool }: { tool: Tool }) {
  const plate = useRef<HTMLDivElement>(null);
  const [chosen, setChosen] = useState(0);
  const isLoaded = usePictureLoaded(plate);
  const shown = tool.pictures?.[chosen];
  return (
    <div className="w-full md:sticky md:top-24 md:self-start">
      <div ref={plate} className="md:bg-plate">
        <SharedPicture toolId={tool._id}>
          <Picture
            src={shown?.url ?? tool.img}
            alt={shown?.alt || (chosen === 0 && tool.imgAlt) || tool.name}
            load="first"
            sizes="(min-width: 72rem) 416px, (min-width: 48rem) 36vw, 30vh"
            className="max-md:mx-auto max-md:h-[max(28svh,11rem)] max-md:w-auto"
          />
        </SharedPicture>
      </div>
      <PictureChoice tool={tool} chosen={chosen} isReady={isLoaded} onChoose={setChosen} />
    </div>
  );
}

function ToolFacts({ tool }: { tool: Tool }) {
  return (
    <>
      <h1 className="text-title wrap-anywhere">{tool.name}</h1>
      <p className="purchase-description mt-5 max-w-prose text-lead text-quiet wrap-anywhere">
        {tool.description}
      </p>
      <dl className="figures mt-4 grid grid-cols-[repeat(auto-fit,minmax(5.5rem,1fr))] border-y border-rule-strong md:mt-8">
        <Fact title={texts.price}>
          <FullPrice dollars={tool.price} className="text-base text-quiet" />
        </Fact>
        <Fact title={texts.availableQuantity}>{formatCount(tool.availableQuantity)}</Fact>
        <Fact title={texts.minimumQuantity}>{formatCount(tool.minimumQuantity)}</Fact>
      </dl>
      <PriceChange key={tool._id} price={tool.price} />
    </>
  );
}

/** Says it when the price changes while the customer reads. */
function PriceChange({ price }: { price: number }) {
  const [first] = useState(price);
  return (
    <p role="status" className="mt-3 text-warning empty:hidden">
      {price !== first && texts.priceChanged(formatPrice(first), formatPrice(price))}
    </p>
  );
}

const Fact = ({ title, children }: { title: string; children: ReactNode }) => (
  <div className="flex flex-col justify-between border-l border-rule py-4 pl-4 first:border-l-0 first:pl-0 max-md:py-2.5">
    <dt className="text-sm text-quiet">{title}</dt>
    <dd className="mt-1 font-display text-xl md:text-2xl">{children}</dd>
  </div>
);
