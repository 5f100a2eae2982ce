import { texts } from "./purchase.texts.en.tsx";

/** The placeholder of the purchase page. */
export function PurchaseSkeleton() {
  return (
    <div role="status" className="appear-late purchase-columns">
      <span className="sr-only">{texts.loading}</span>
      <div className="bg-base-200 max-md:h-[max(28svh,11rem)] md:aspect-[7/9]" />
      <div>
        <div className="h-12 w-3/4 bg-base-200" />
        <div className="mt-5 h-24 bg-base-200" />
        <div className="mt-8 h-24 bg-base-200" />
        <div className="mt-10 h-96 bg-base-200" />
      </div>
    </div>
  );
}
