const STEPS = [
  {
    title: "Most tools have a minimum order",
    text: "Twelve secateurs, four loppers, one wheelbarrow. We pack what ships well together, and never send a single label in a large box.",
  },
  {
    title: "You order the minimum or more",
    text: "The price you see is the price you pay. The stock you see is real: an order reserves your tools at once.",
  },
  {
    title: "You pay by card, we ship",
    text: "Pay now or from your dashboard later. Once we have your payment, we approve and ship the order.",
  },
];

export function HowWeSell() {
  return (
    <section aria-labelledby="dozen" className="border-y border-rule bg-base-200">
      <div className="measure grid gap-12 py-20 lg:grid-cols-[2fr_3fr] lg:py-28">
        <div>
          <p className="eyebrow">How we sell</p>
          <h2 id="dozen" className="mt-3 text-title">
            Bought by the dozen, used for decades
          </h2>
          <p className="mt-6 max-w-prose text-lead text-quiet">
            We are a shop for crews, schools, community gardens and neighbours who order together.
          </p>
        </div>
        <ol>
          {STEPS.map(({ title, text }, index) => (
            <li
              key={title}
              className="grid grid-cols-[3.5rem_1fr] border-t border-rule-strong py-6"
            >
              <span className="figures font-display text-3xl text-ink-accent" aria-hidden="true">
                {index + 1}
              </span>
              <div>
                <h3 className="text-xl">{title}</h3>
                <p className="mt-2 max-w-prose text-quiet">{text}</p>
              </div>
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}
