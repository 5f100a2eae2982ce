const SEASONS = [
  {
    season: "Spring",
    months: "April, May",
    work: "Edge the lawn, open the beds with a fork, sow peas as soon as the soil crumbles. Sharpen the hoe before the weeds know.",
  },
  {
    season: "Summer",
    months: "June to August",
    work: "Water in the morning and at the root. Hoe little and often. Shear the hedge once the birds have flown.",
  },
  {
    season: "Autumn",
    months: "September, October",
    work: "Plant bulbs three times their height deep. Rake leaves onto the compost, not into bags. Wash the pots.",
  },
  {
    season: "Winter",
    months: "November to March",
    work: "Oil the handles, hang up what belongs on a nail, prune apples on a mild day, and read this catalogue.",
  },
];

export function SeasonCalendar() {
  return (
    <section aria-labelledby="year" className="measure pt-20 lg:pt-28">
      <p className="eyebrow">A calendar for cold winters</p>
      <h2 id="year" className="mt-3 text-title">
        The gardener’s year
      </h2>
      <ol className="mt-12 grid gap-x-8 gap-y-10 sm:grid-cols-2 lg:grid-cols-4">
        {SEASONS.map(({ season, months, work }) => (
          <li key={season} className="border-t border-rule-strong pt-4">
            <p className="text-sm text-quiet">{months}</p>
            <h3 className="mt-1 text-heading">{season}</h3>
            <p className="mt-3 text-[0.9375rem] text-quiet">{work}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}
