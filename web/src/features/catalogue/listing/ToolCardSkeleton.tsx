/** The placeholder of a ToolCard. */
export function ToolCardSkeleton() {
  return (
    <div className="appear-late" aria-hidden="true">
      <div className="aspect-[7/9] bg-base-200" />
      <div className="mt-3 h-7 w-2/3 bg-base-200" />
      <div className="mt-1 h-7 w-1/2 bg-base-200" />
      <div className="mt-1.5 h-11 bg-base-200" />
      <div className="mt-2 h-8 w-1/2 bg-base-200" />
      <div className="mt-1.5 h-10 bg-base-200" />
    </div>
  );
}
