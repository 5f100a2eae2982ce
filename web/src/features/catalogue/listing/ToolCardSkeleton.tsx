/** The placeholder of a ToolCard. */
export function ToolCardSkeleton() {
  return (
    <div className="appear-late border-t border-rule pt-3" aria-hidden="true">
      <div className="h-7 w-16 bg-base-200" />
      <div className="mt-2 aspect-[7/9] bg-base-200 sm:mt-3" />
      <div className="mt-4 h-7 w-2/3 bg-base-200" />
      <div className="mt-2 h-[4.2rem] bg-base-200" />
      <div className="mt-5 h-9 bg-base-200" />
    </div>
  );
}
