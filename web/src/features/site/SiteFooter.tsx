import { paths } from "../../pages.ts";
import { AppLink } from "../../ui/AppLink.tsx";
import { Logo } from "./Logo.tsx";

// These have no pages, so they are text and not links.
const COLUMNS = [
  { title: "Services", entries: ["Branding", "Design", "Marketing", "Advertisement"] },
  { title: "Company", entries: ["About us", "Contact", "Jobs", "Press kit"] },
  { title: "Social", entries: ["Twitter", "YouTube", "Facebook"] },
];

export function SiteFooter() {
  return (
    <footer className="print:hidden mt-10 border-t border-rule lg:mt-20 bg-base-200">
      <div className="measure grid grid-cols-2 gap-x-4 gap-y-10 py-14 min-[24rem]:grid-cols-3 sm:gap-x-10 lg:grid-cols-[2fr_1fr_1fr_1fr]">
        <div className="col-span-full lg:col-span-1">
          <AppLink
            to={paths.homeByName}
            aria-label="Trowel, to the home page"
            className="inline-block"
          >
            <Logo />
          </AppLink>
          <p className="mt-4 max-w-xs text-quiet">
            Gardening and yard care tools, sold in sensible quantities to people who dig.
          </p>
        </div>
        {COLUMNS.map(({ title, entries }) => (
          <section key={title}>
            <h2 className="eyebrow font-sans">{title}</h2>
            <ul className="mt-4 space-y-2 text-[0.9375rem] text-quiet">
              {entries.map((entry) => (
                <li key={entry}>{entry}</li>
              ))}
            </ul>
          </section>
        ))}
      </div>
      <div className="measure text-sm text-quiet">
        <p className="border-t border-rule py-6">
          Copyright © {new Date().getFullYear()} Trowel. All rights reserved.
        </p>
      </div>
    </footer>
  );
}
