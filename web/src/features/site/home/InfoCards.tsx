import { phoneLink, useShop } from "../../../api/shop.ts";

export function InfoCards() {
  const { hours, address, phone } = useShop();
  return (
    <section aria-label="Visit, order, call" className="measure">
      <div className="grid border-y border-rule-strong md:grid-cols-3 md:divide-x md:divide-rule">
        <Info title="Opening Hours">
          <p>{hours}</p>
        </Info>
        <Info title="Opening Locations">
          <p className="whitespace-pre-line wrap-anywhere">{address || "Canada based"}</p>
        </Info>
        <Info title="Contact Us">
          {phone ? (
            <p>
              Purchase online, or order by phone:{" "}
              <a
                href={phoneLink(phone)}
                className="figures font-medium whitespace-nowrap underline underline-offset-4"
              >
                {phone}
              </a>
            </p>
          ) : (
            <p>Purchase online.</p>
          )}
        </Info>
      </div>
    </section>
  );
}

const Info = ({ title, children }: { title: string; children: React.ReactNode }) => (
  <div className="border-t border-rule py-8 first:border-t-0 md:border-t-0 md:px-8 md:py-10 md:first:pl-0">
    <h2 className="text-heading">{title}</h2>
    <div className="mt-3 text-quiet">{children}</div>
  </div>
);
