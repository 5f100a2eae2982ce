import { rowsOf, useShop } from "../../../api/shop.ts";
import { texts } from "./texts.en.ts";

export function HowWeSell() {
  const { sellTitle, sellText, sellSteps } = useShop();
  if (!sellText && !sellSteps) return null;
  return (
    <section aria-labelledby="dozen" className="border-y border-rule bg-base-200">
      <div className="measure grid gap-12 py-20 lg:grid-cols-[2fr_3fr] lg:py-28">
        <div>
          {sellTitle && <p className="eyebrow">{texts.howWeSell}</p>}
          <h2 id="dozen" className="mt-3 text-title">
            {sellTitle || texts.howWeSell}
          </h2>
          <p className="mt-6 max-w-prose text-lead whitespace-pre-line text-quiet wrap-anywhere">
            {sellText}
          </p>
        </div>
        <ol>
          {rowsOf(sellSteps).map(([title, text], index) => (
            <li
              // biome-ignore lint/suspicious/noArrayIndexKey: two steps may have the same title
              key={index}
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
