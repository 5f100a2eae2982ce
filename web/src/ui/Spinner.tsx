export function Spinner({ label = "Loading" }: { label?: string }) {
  return (
    <div
      role="status"
      className="appear-late flex min-h-[60vh] items-center justify-center gap-3 text-quiet"
    >
      <span className="loading" aria-hidden="true" />
      <span>{label} …</span>
    </div>
  );
}
