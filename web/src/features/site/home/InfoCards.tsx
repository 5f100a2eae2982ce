import { emailLink, phoneLink, useShop } from "../../../api/shop.ts";
import { Email } from "../../../ui/Email.tsx";
import { texts } from "./texts.en.ts";

const LINK = "font-medium underline underline-offset-4";

/** What the owner has not given has no card. */
export function InfoCards() {
  const { hours, address, location, phone, email } = useShop();
  const place = address || location;
  if (!hours && !place && !phone && !email) return null;
  return (
    <section aria-label={texts.visit} className="measure">
      <div className="grid border-y border-rule-strong md:auto-cols-fr md:grid-flow-col md:divide-x md:divide-rule">
        {hours && (
          <Info title={texts.openingHours}>
            <p>{hours}</p>
          </Info>
        )}
        {place && (
          <Info title={texts.openingLocations}>
            <p className="whitespace-pre-line wrap-anywhere">{place}</p>
          </Info>
        )}
        <Info title={texts.contact}>
          <p>
            {phone ? (
              <>
                {texts.orderByPhone}{" "}
                <a href={phoneLink(phone)} className={`whitespace-nowrap ${LINK}`}>
                  {phone}
                </a>
              </>
            ) : (
              texts.orderOnline
            )}
          </p>
          {email && (
            <p className="mt-1">
              <a href={emailLink(email)} className={`wrap-anywhere ${LINK}`}>
                <Email address={email} />
              </a>
            </p>
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
