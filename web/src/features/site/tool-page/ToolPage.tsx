import "./tool-page.css";
import { type QueryClient, useQuery, useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Navigate, type Params, useParams } from "react-router";
import type { Tool } from "../../../api/client.ts";
import { isOutOfStock, isScarce, stockText } from "../../../api/stock.ts";
import { toolBySlugFromLists } from "../../../api/tool-lists.ts";
import { type ToolPageData, toolPageQuery } from "../../../api/tool-page.ts";
import { useLiveStock } from "../../../api/use-live-stock.ts";
import { formatCount, toCents } from "../../../money.ts";
import { categoryPath, toolPath } from "../../../page-paths.ts";
import { paths } from "../../../pages.ts";
import { AppLink } from "../../../ui/AppLink.tsx";
import { Breadcrumbs } from "../../../ui/Breadcrumbs.tsx";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { FullPrice } from "../../../ui/FullPrice.tsx";
import { LoadError } from "../../../ui/LoadError.tsx";
import { PageTitle } from "../../../ui/PageTitle.tsx";
import { Spinner } from "../../../ui/Spinner.tsx";
import { Stars } from "../../../ui/Stars.tsx";
import { ToolCard } from "../../catalogue/ToolCard.tsx";
import { PriceSteps } from "../../sales/orders/PriceSteps.tsx";
import { OrderBox } from "./OrderBox.tsx";
import { Promises } from "./Promises.tsx";
import { ToolPicture } from "./ToolPicture.tsx";
import { ToolReviews } from "./ToolReviews.tsx";
import { texts } from "./texts.en.ts";

export function prefetch(queryClient: QueryClient, { slug = "" }: Params) {
  void queryClient.prefetchQuery(toolPageQuery(slug));
}

export default function ToolPage() {
  useLiveStock();
  const { slug = "" } = useParams();
  const queryClient = useQueryClient();
  const { data: found, error, refetch } = useQuery(toolPageQuery(slug));
  const missing = found && "missing" in found ? found.missing : undefined;
  const data = found && "tool" in found ? found : undefined;
  const tool = data?.tool ?? toolBySlugFromLists(queryClient, slug);

  // An old link of a renamed tool.
  if (data && data.tool.slug !== slug) return <Navigate to={toolPath(data.tool)} replace />;
  return (
    <div className="measure py-4 md:py-8">
      {missing ? (
        <Gone wasHere={missing === 410} />
      ) : tool ? (
        <>
          <PageTitle>{tool.name}</PageTitle>
          <Breadcrumbs
            above={[
              { to: paths.tools, name: texts.allTools },
              ...(data?.categories ?? []).map((category) => ({
                to: categoryPath(category),
                name: category.name,
              })),
            ]}
            here={tool.name}
          />
          <div className="tool-page">
            <ToolPicture key={tool._id} tool={tool} />
            <ToolFacts tool={tool} data={data} />
          </div>
          {data ? (
            <>
              <ToolReviews data={data} />
              <Related tools={data.related} />
            </>
          ) : (
            error && (
              <div className="mt-16">
                <LoadError error={error} onRetry={() => void refetch()} />
              </div>
            )
          )}
        </>
      ) : error ? (
        <>
          <h1 className="mb-8 text-title">{texts.tool}</h1>
          <LoadError error={error} onRetry={() => void refetch()} />
        </>
      ) : (
        <Spinner label={texts.loading} />
      )}
    </div>
  );
}

function Gone({ wasHere }: { wasHere: boolean }) {
  const title = wasHere ? texts.removed : texts.missing;
  return (
    <>
      <PageTitle>{title}</PageTitle>
      <h1 className="sr-only">{texts.tool}</h1>
      <EmptyState
        title={title}
        picture="/scenes/empty-shelf.svg"
        action={
          <AppLink to={paths.tools} className="btn btn-primary">
            {texts.allTools}
          </AppLink>
        }
      >
        {wasHere ? texts.removedExplanation : texts.missingExplanation}
      </EmptyState>
    </>
  );
}

function ToolFacts({ tool, data }: { tool: Tool; data: ToolPageData | undefined }) {
  const { minimumQuantity, price } = tool;
  const rating = data?.rating;
  const isSoldOut = isOutOfStock(tool);
  const isSingle = minimumQuantity === 1;
  return (
    <div className="tool-facts">
      <h1 className="tool-name wrap-anywhere">{tool.name}</h1>
      {rating && (
        <p className="mt-2 flex items-center gap-3 text-sm">
          <Stars rating={rating.average} />
          <a href="#reviews" className="underline underline-offset-4">
            {texts.reviewCount(rating.count)}
          </a>
        </p>
      )}
      <p className="figures mt-3 font-display text-3xl">
        <FullPrice
          dollars={price}
          unit={isSingle ? undefined : texts.each}
          className="text-lg text-quiet"
        />
      </p>
      <p className="mt-1 flex flex-wrap gap-x-4">
        <span>
          {isSingle
            ? texts.noMinimum
            : texts.minimum(minimumQuantity, toCents(price) * minimumQuantity)}
        </span>{" "}
        <span className={isSoldOut ? "text-error" : isScarce(tool) ? "text-accent" : "text-quiet"}>
          {isSoldOut ? soldOutText(tool) : stockText(tool)}
        </span>
      </p>
      <div className="mt-5">
        {isSoldOut ? (
          <>
            <p className="border-l-2 border-warning py-1 pl-4">{texts.cannotOrder}</p>
            {tool.priceSteps && (
              <div className="mt-8">
                <PriceSteps tool={tool} />
              </div>
            )}
          </>
        ) : (
          <>
            <OrderBox key={tool._id} tool={tool} />
            <Promises tool={tool} />
          </>
        )}
      </div>
      <p className="mt-6 text-lead whitespace-pre-line text-quiet wrap-anywhere">
        {tool.description}
      </p>
      <FactTable tool={tool} data={data} />
    </div>
  );
}

const soldOutText = ({ availableQuantity, minimumQuantity }: Tool) =>
  availableQuantity === 0 ? texts.soldOut : texts.soldOutBelow(availableQuantity, minimumQuantity);

function FactTable({ tool, data }: { tool: Tool; data: ToolPageData | undefined }) {
  const category = data?.categories.at(-1);
  return (
    <table className="tool-fact-table">
      <caption className="sr-only">{texts.facts}</caption>
      <tbody>
        {tool.sku && <Fact title={texts.article}>{tool.sku}</Fact>}
        {tool.brand && <Fact title={texts.brand}>{tool.brand}</Fact>}
        {category && (
          <Fact title={texts.category}>
            <AppLink to={categoryPath(category)} className="underline underline-offset-4">
              {category.name}
            </AppLink>
          </Fact>
        )}
        <Fact title={texts.minimumQuantity}>{formatCount(tool.minimumQuantity)}</Fact>
        <Fact title={texts.availableQuantity}>{formatCount(tool.availableQuantity)}</Fact>
        {isOutOfStock(tool) && (
          <Fact title={texts.returns}>
            <AppLink to={paths.returns} className="underline underline-offset-4">
              {texts.howToReturn}
            </AppLink>
          </Fact>
        )}
      </tbody>
    </table>
  );
}

const Fact = ({ title, children }: { title: string; children: ReactNode }) => (
  <tr>
    <th scope="row">{title}</th>
    <td className="wrap-anywhere">{children}</td>
  </tr>
);

function Related({ tools }: { tools: Tool[] }) {
  if (tools.length === 0) return null;
  return (
    <section aria-labelledby="related" className="related-tools">
      <h2 id="related" className="text-heading">
        {texts.relatedTools}
      </h2>
      <ul>
        {tools.map((tool) => (
          <li key={tool._id}>
            <ToolCard tool={tool} />
          </li>
        ))}
      </ul>
    </section>
  );
}
