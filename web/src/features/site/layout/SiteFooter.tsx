import type { ReactNode } from "react";
import { emailLink, type Shop, useShop } from "../../../api/shop.ts";
import { pages, paths } from "../../../pages.ts";
import { AppLink } from "../../../ui/AppLink.tsx";
import { Logo } from "./Logo.tsx";

// These have no pages, so they are text and not links.
const COLUMNS = [
  { title: "Services", entries: ["Branding", "Design", "Marketing", "Advertisement"] },
  { title: "Company", entries: ["About us", "Contact", "Jobs", "Press kit"] },
];

const SOCIAL = [
  ["Twitter", "twitterUrl"],
  ["YouTube", "youtubeUrl"],
  ["Facebook", "facebookUrl"],
  ["Instagram", "instagramUrl"],
] as const;

const LEGAL = [pages.privacy, pages.terms, pages.returns];

export function SiteFooter() {
  const shop = useShop();
  return (
    <footer className="print:hidden mt-10 border-t border-rule lg:mt-20 bg-base-200">
      <div className="measure grid grid-cols-[repeat(auto-fit,minmax(6.5rem,1fr))] gap-x-4 gap-y-10 py-14 sm:grid-cols-3 sm:gap-x-10 lg:grid-cols-[2fr_1fr_1fr_1fr]">
        <div className="col-span-full lg:col-span-1">
          <AppLink
            to={paths.homeByName}
            aria-label={`${shop.name}, to the home page`}
            className="inline-block max-w-full"
          >
            <Logo />
          </AppLink>
          <p className="mt-4 max-w-xs text-quiet wrap-anywhere">{shop.about}</p>
          {shop.email && (
            <a
              href={emailLink(shop.email)}
              className="mt-2 inline-block py-1 underline underline-offset-4 wrap-anywhere"
            >
              {shop.email}
            </a>
          )}
        </div>
        {COLUMNS.map(({ title, entries }) => (
          <Column key={title} title={title}>
            {entries.map((entry) => (
              <li key={entry}>{entry}</li>
            ))}
          </Column>
        ))}
        <Column title="Social">{socialEntries(shop)}</Column>
      </div>
      <div className="measure text-sm text-quiet">
        <div className="flex flex-wrap justify-between gap-x-8 gap-y-2 border-t border-rule py-6">
          {/* At New Year the server and the browser may disagree. */}
          <p className="wrap-anywhere" suppressHydrationWarning>
            {`Copyright © ${new Date().getFullYear()} ${shop.name.replace(/\.$/, "")}. All rights reserved.`}
          </p>
          <ul className="flex flex-wrap gap-x-5">
            {LEGAL.map(({ path, title }) => (
              <li key={path}>
                <AppLink to={path} className="inline-block py-1 underline-offset-4 hover:underline">
                  {title}
                </AppLink>
              </li>
            ))}
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

/** The specified three names, or links to the pages that the owner has set. */
function socialEntries(shop: Shop) {
  const linked = SOCIAL.filter(([, setting]) => shop[setting]);
  return (linked.length > 0 ? linked : SOCIAL.slice(0, 3)).map(([name, setting]) => (
    <li key={name}>
      {shop[setting] ? (
        <a href={shop[setting]} className="underline underline-offset-4">
          {name}
        </a>
      ) : (
        name
      )}
    </li>
  ));
}
