import type { ReactNode } from "react";
import { useLocation } from "react-router";
import { emailLink, hasName, hasPart, phoneLink, useShop } from "../../../api/shop.ts";
import { isDashboardPath, pages, paths } from "../../../pages.ts";
import { termsSections } from "../../../terms-sections.en.ts";
import { AppLink } from "../../../ui/AppLink.tsx";
import { Email } from "../../../ui/Email.tsx";
import { LanguageSwitch } from "./LanguageSwitch.tsx";
import { Logo } from "./Logo.tsx";
import { texts } from "./texts.en.ts";

const SOCIAL = [
  ["Twitter", "twitterUrl"],
  ["YouTube", "youtubeUrl"],
  ["Facebook", "facebookUrl"],
  ["Instagram", "instagramUrl"],
] as const;

const LEGAL = [pages.privacy, pages.terms, pages.returns];

export function SiteFooter() {
  const shop = useShop();
  const { email, phone, hours } = shop;
  const { pathname } = useLocation();
  const has = (column: string) => hasName(shop.siteParts, column);
  const hasColumns = !isDashboardPath(pathname);
  return (
    <footer className="print:hidden mt-10 border-t border-rule lg:mt-20 bg-base-200">
      {hasColumns && (
        <div className="measure grid grid-cols-[repeat(auto-fit,minmax(8rem,1fr))] gap-x-4 gap-y-10 py-14 sm:grid-cols-3 sm:gap-x-10 lg:grid-cols-[2fr_1fr_1fr_1fr]">
          <div className="col-span-full lg:col-span-1">
            <AppLink
              to={paths.homeByName}
              aria-label={texts.toHomeOf(shop.name)}
              className="inline-block max-w-full"
            >
              <Logo />
            </AppLink>
            <p className="mt-4 max-w-xs text-quiet wrap-anywhere">{shop.about}</p>
          </div>
          {has("services") && (
            <Column title={texts.services}>
              <Entry to={paths.tools}>{texts.allTools}</Entry>
              {/* A whole page load, because only the browser finds the heading on a page that is not there yet. */}
              <Entry href={`${paths.terms}#${termsSections.delivery}`}>{texts.delivery}</Entry>
              <Entry to={paths.returns}>{texts.returns}</Entry>
            </Column>
          )}
          {has("company") && (
            <Column title={texts.company}>
              {hasPart(shop, "about") ? (
                <Entry to={paths.about}>{texts.about}</Entry>
              ) : (
                <Entry href={`${paths.terms}#${termsSections.seller}`}>{texts.whoWeAre}</Entry>
              )}
              {phone && <Entry href={phoneLink(phone)}>{phone}</Entry>}
              {email && (
                <Entry href={emailLink(email)}>
                  <Email address={email} />
                </Entry>
              )}
              {hours && <li className="text-balance">{hours}</li>}
            </Column>
          )}
          {has("social") && (
            <Column title={texts.social}>
              {SOCIAL.map(
                ([name, setting]) =>
                  shop[setting] && (
                    <Entry key={name} href={shop[setting]}>
                      {name}
                    </Entry>
                  ),
              )}
              <Entry to={paths.reviews}>{texts.customerReviews}</Entry>
            </Column>
          )}
        </div>
      )}
      <div className="measure text-sm text-quiet">
        <div
          className={`flex flex-wrap items-baseline justify-between gap-x-8 gap-y-2 py-6 ${hasColumns ? "border-t border-rule" : ""}`}
        >
          {/* At New Year the server and the browser may disagree. */}
          <p className="wrap-anywhere" suppressHydrationWarning>
            {texts.copyright(new Date().getFullYear(), shop.name.replace(/\.$/, ""))}
          </p>
          <ul className="flex flex-wrap gap-x-5">
            {LEGAL.map(({ path, title }) => (
              <li key={path}>
                <AppLink to={path} className="inline-block py-1 underline-offset-4 hover:underline">
                  {title}
                </AppLink>
              </li>
            ))}
            <li>
              <LanguageSwitch />
            </li>
          </ul>
        </div>
      </div>
    </footer>
  );
}

const Column = ({ title, children }: { title: string; children: ReactNode }) => (
  <section>
    <h2 className="eyebrow font-sans">{title}</h2>
    <ul className="mt-4 space-y-2 text-[0.9375rem] text-quiet">{children}</ul>
  </section>
);

interface EntryProps {
  /** A page of the shop … */
  to?: string;
  /** … or another address. */
  href?: string;
  children: ReactNode;
}

const Entry = ({ to, href, children }: EntryProps) => {
  const look = "inline-block py-0.5 underline-offset-4 wrap-anywhere hover:underline";
  return (
    <li>
      {to ? (
        <AppLink to={to} className={look}>
          {children}
        </AppLink>
      ) : (
        <a href={href} className={look}>
          {children}
        </a>
      )}
    </li>
  );
};
