import { useQuery } from "@tanstack/react-query";
import { useLocation } from "react-router";
import { emailLink, phoneLink, useShop } from "../../../api/shop.ts";
import { anchorOf } from "../../../fold.ts";
import { pages } from "../../../pages.ts";
import { Email } from "../../../ui/Email.tsx";
import { LoadError } from "../../../ui/LoadError.tsx";
import { Spinner } from "../../../ui/Spinner.tsx";
import { shopSettingsQuery } from "../../settings/shop-settings/queries.ts";
import { paragraphsOf } from "./paragraphs.ts";
import { texts } from "./texts.en.ts";

const NAMES = ["privacy", "terms", "returns"] as const;

/** The page of one of the three texts. */
export default function LegalPage() {
  const { pathname } = useLocation();
  const page = NAMES.find((name) => pages[name].path === pathname) ?? "privacy";
  const { data: settings, error, refetch } = useQuery(shopSettingsQuery);
  return (
    <div className="measure py-12 lg:py-16">
      <h1 className="text-title">{pages[page].title}</h1>
      {settings ? (
        <>
          {settings.drafts.includes(page) && (
            <p className="mt-6 max-w-prose border-l-2 border-warning py-1 pl-4 text-quiet">
              {texts.draft}
            </p>
          )}
          <div className="mt-8 gap-x-20 lg:mt-0 lg:grid lg:grid-cols-[65ch_minmax(0,16rem)]">
            <div className="max-w-prose" dir="auto">
              {paragraphsOf(settings[page]).map(({ key, isHeading, text }) =>
                isHeading ? (
                  <h2
                    key={key}
                    id={anchorOf(text)}
                    className="mt-10 scroll-mt-24 text-heading wrap-anywhere"
                  >
                    {text}
                  </h2>
                ) : (
                  <p key={key} className="mt-4 whitespace-pre-line wrap-anywhere">
                    {text}
                  </p>
                ),
              )}
            </div>
            <Contents text={settings[page]} />
          </div>
          {page === "privacy" && <PrivacyOfficer {...settings} />}
          <Seller />
        </>
      ) : error ? (
        <div className="mt-8">
          <LoadError error={error} onRetry={() => void refetch()} />
        </div>
      ) : (
        <Spinner label={texts.loading} />
      )}
    </div>
  );
}

/** Leads to the headings of a long text, in the space beside it. Phones have none, so that the text comes first. */
function Contents({ text }: { text: string }) {
  const headings = paragraphsOf(text).filter(({ isHeading }) => isHeading);
  if (headings.length < 3) return null;
  return (
    <nav aria-labelledby="on-this-page" className="hidden lg:block print:hidden">
      <div className="sticky top-28 mt-10 border-l border-rule pl-6 text-sm">
        <p id="on-this-page" className="eyebrow">
          {texts.onThisPage}
        </p>
        <ul className="mt-3">
          {headings.map(({ key, text }) => (
            <li key={key}>
              <a
                href={`#${anchorOf(text)}`}
                className="block py-1.5 underline-offset-4 wrap-anywhere hover:underline"
              >
                {text}
              </a>
            </li>
          ))}
        </ul>
      </div>
    </nav>
  );
}

/** The law of Québec asks for the title and the contact of the person in charge. */
function PrivacyOfficer({
  privacyOfficer,
  privacyContact,
}: {
  privacyOfficer: string;
  privacyContact: string;
}) {
  if (!privacyOfficer && !privacyContact) return null;
  return (
    <section aria-labelledby="privacy-officer" className="mt-10 max-w-prose wrap-anywhere">
      <h2 id="privacy-officer" className="scroll-mt-24 text-heading">
        {texts.officer}
      </h2>
      {privacyOfficer && <p className="mt-4">{privacyOfficer}</p>}
      {privacyContact && (
        <p className={privacyOfficer ? "" : "mt-4"}>
          {privacyContact.includes("@") ? (
            <a href={emailLink(privacyContact)} className="underline underline-offset-4">
              <Email address={privacyContact} />
            </a>
          ) : (
            privacyContact
          )}
        </p>
      )}
    </section>
  );
}

function Seller() {
  const { name, legalName, address, email, phone } = useShop();
  return (
    <address className="mt-12 max-w-prose border-t border-rule pt-6 not-italic wrap-anywhere">
      <p className="font-medium">{legalName || name}</p>
      {address && <p className="whitespace-pre-line">{address}</p>}
      {email && (
        <p>
          <a href={emailLink(email)} className="underline underline-offset-4">
            <Email address={email} />
          </a>
        </p>
      )}
      {phone && (
        <p>
          <a href={phoneLink(phone)} className="underline underline-offset-4">
            {phone}
          </a>
        </p>
      )}
    </address>
  );
}
