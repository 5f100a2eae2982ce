import { rowsOf, useShop } from "../../../api/shop.ts";
import { texts } from "./texts.en.ts";

export function SeasonCalendar() {
  const { yearTitle, yearSeasons, hasArticles: isDemo } = useShop();
  if (!yearSeasons) return null;
  return (
    <section aria-labelledby="year" className="measure pt-20 lg:pt-28">
      {isDemo && <p className="eyebrow mb-3">{texts.calendar}</p>}
      <h2 id="year" className="text-title">
        {yearTitle || texts.year}
      </h2>
      <ol className="mt-12 grid gap-x-8 gap-y-10 sm:grid-cols-2 lg:grid-cols-4">
        {rowsOf(yearSeasons).map(([season, months, work], index) => (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: two may have the same title
            key={index}
            className="border-t border-rule-strong pt-4"
          >
            <p className="text-sm text-quiet">{months}</p>
            <h3 className="mt-1 text-heading">{season}</h3>
            <p className="mt-3 text-[0.9375rem] text-quiet">{work}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}
