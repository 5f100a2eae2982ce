import "./look-fields.css";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { hasWords } from "../../../fold.ts";
import { shopOrigin } from "../../../origin.ts";
import { paths } from "../../../pages.ts";
import { AppLink } from "../../../ui/AppLink.tsx";
import { SearchField } from "../../../ui/SearchField.tsx";
import { discountCodesQuery } from "./codes/queries.ts";
import { countMissing, countMissingIn } from "./french.ts";
import type { ManagedSettings } from "./queries.ts";
import { draftOf, type SettingsDraft } from "./settings-draft.ts";
import { findSettings, GROUPS, stateOf } from "./settings-groups.ts";
import { SECTIONS, type SectionName } from "./settings-sections.ts";
import { french, index as texts } from "./texts.en.tsx";

interface SettingsIndexProps {
  settings: ManagedSettings;
  /** What is typed decides which fields are shown. */
  typed: SettingsDraft;
  /** The section beside the index. Without one the index is the page. */
  shown: SectionName | undefined;
  /** The sections with changes that are not saved. */
  unsaved: SectionName[];
  /** Runs before another section is shown. */
  onLeave: () => void;
}

/** Pages of the settings that are not sections of the form. */
const PAGES = [
  { to: paths.emailTexts, ...texts.pages.emails },
  { to: paths.webhooks, ...texts.pages.webhooks },
  { to: paths.settingsHistory, ...texts.pages.history },
];

/** The server makes it. */
const PRODUCT_FEED = "/feeds/products.xml";

const sectionPath = (section: SectionName, field?: string) =>
  `${paths.shopSettings}?section=${section}${field ? `&field=${field}` : ""}`;

/** The sections of the form in groups: a page of cards with the state of each, or a list beside the section. */
export function SettingsIndex({ settings, typed, shown, unsaved, onLeave }: SettingsIndexProps) {
  const [search, setSearch] = useState("");
  const { data: codes } = useQuery({ ...discountCodesQuery, enabled: !shown });
  const inUse = codes?.filter(({ endedAt }) => !endedAt).length;
  const saved = draftOf(settings);
  const missing = shown ? 0 : countMissing(saved);
  const leave = () => {
    setSearch("");
    onLeave();
    window.scrollTo(0, 0);
  };
  return (
    <>
      {!shown && (
        <SearchField
          label={texts.search}
          value={search}
          onSearch={setSearch}
          className="max-w-md"
        />
      )}
      {!shown && !search.trim() && missing > 0 && (
        <p className="mt-4 max-w-prose border-l-2 border-warning py-1 pl-4">
          {french.countMissing(missing)}
        </p>
      )}
      {!shown && search.trim() ? (
        <FoundSettings search={search} typed={typed} onLeave={leave} />
      ) : (
        <nav aria-label={texts.sections} className={shown ? "settings-list" : "settings-cards"}>
          {Object.entries(GROUPS).map(([group, names]) => (
            <div key={group}>
              <h2>{group}</h2>
              <ul aria-label={group}>
                {names.map((name) => (
                  <li key={name}>
                    <AppLink
                      to={sectionPath(name)}
                      aria-current={name === shown ? "true" : undefined}
                      onClick={leave}
                    >
                      {SECTIONS[name].title}
                      {unsaved.includes(name) && (
                        <>
                          <span aria-hidden="true" className="ml-1.5 text-ink-accent">
                            ●
                          </span>
                          <span className="sr-only"> {texts.notSavedYet}</span>
                        </>
                      )}
                    </AppLink>
                    {!shown && (
                      <p dir="auto">
                        {name === "codes" && inUse !== undefined
                          ? texts.codesInUse(inUse)
                          : stateOf(name, settings)}
                      </p>
                    )}
                    {!shown && <MissingFrench count={countMissingIn(SECTIONS[name], saved)} />}
                  </li>
                ))}
              </ul>
            </div>
          ))}
          <div>
            <h2>{texts.more}</h2>
            <ul aria-label={texts.more}>
              {PAGES.map(({ to, title, about }) => (
                <li key={to}>
                  <AppLink to={to}>{title}</AppLink>
                  {!shown && <p>{about}</p>}
                </li>
              ))}
            </ul>
          </div>
        </nav>
      )}
      {!shown && !search.trim() && (
        <p className="mt-6 max-w-prose text-sm wrap-anywhere text-quiet">
          {texts.feed(
            <a href={PRODUCT_FEED} className="underline underline-offset-4 hover:decoration-2">
              {shopOrigin() + PRODUCT_FEED}
            </a>,
          )}
        </p>
      )}
    </>
  );
}

const MissingFrench = ({ count }: { count: number }) =>
  count > 0 && <p>{french.countMissingHere(count)}</p>;

const FOUND = "font-semibold underline underline-offset-4";

interface FoundSettingsProps {
  search: string;
  typed: SettingsDraft;
  onLeave: () => void;
}

function FoundSettings({ search, typed, onLeave }: FoundSettingsProps) {
  const found = findSettings(search, typed);
  const pages = PAGES.filter(({ title, about }) => hasWords(`${title} ${about}`, search));
  const count = found.length + pages.length;
  return (
    <>
      <p role="status" className="text-sm text-quiet">
        {count === 0 ? texts.nothingFound : texts.found(count)}
      </p>
      <ul>
        {found.map(({ section, field, text }) => (
          <li key={`${section} ${text}`} className="border-b border-rule py-3">
            <AppLink to={sectionPath(section, field)} className={FOUND} onClick={onLeave}>
              {text}
            </AppLink>
            {text !== SECTIONS[section].title && (
              <span className="text-sm text-quiet">
                {" "}
                {texts.inSection(SECTIONS[section].title)}
              </span>
            )}
          </li>
        ))}
        {pages.map(({ to, title }) => (
          <li key={to} className="border-b border-rule py-3">
            <AppLink to={to} className={FOUND}>
              {title}
            </AppLink>
          </li>
        ))}
      </ul>
    </>
  );
}
