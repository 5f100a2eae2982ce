import { Button } from "../../../ui/Button.tsx";

// Decorative, as docs/specification.md says: fixed statistics and buttons without function.
const STATISTICS = [
  { title: "Countries", value: "100+", note: "Trusted" },
  { title: "Account Balance", value: "$89,400", note: "Settled weekly" },
  { title: "New Users", value: "4,200", note: "This season" },
  { title: "Annual Revenue", value: "$1.2M", note: "Last year" },
  { title: "Total Page Views", value: "512,800", note: "This month" },
  { title: "Total tools", value: "50+", note: "In the catalogue" },
  { title: "New Registers", value: "1,200", note: "This month" },
];

export function BusinessSummary() {
  return (
    <section aria-labelledby="summary" className="measure py-16 lg:py-20">
      <div className="flex flex-wrap items-end justify-between gap-6">
        <h2 id="summary" className="text-title">
          Business Summary
        </h2>
        <div className="flex flex-wrap gap-3">
          <Button variant="outline" small>
            Add funds
          </Button>
          <Button small>Register</Button>
        </div>
      </div>
      <dl className="mt-8 grid grid-cols-[repeat(auto-fit,minmax(8rem,1fr))] border-t border-rule-strong sm:grid-cols-4 lg:grid-cols-7">
        {STATISTICS.map(({ title, value, note }) => (
          <div
            key={title}
            className="flex flex-col border-b border-rule py-5 pr-3 max-sm:last:col-span-full sm:max-lg:last:col-span-2"
          >
            <dt className="text-sm text-quiet">{title}</dt>
            <dd className="figures order-first font-display text-[1.75rem] leading-tight font-medium">
              {value}
            </dd>
            <dd className="mt-auto pt-1 text-xs text-ink-accent">{note}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
