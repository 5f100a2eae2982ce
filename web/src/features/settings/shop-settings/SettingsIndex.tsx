import { paths } from "../../../pages.ts";
import { AppLink } from "../../../ui/AppLink.tsx";
import { SECTION_NAMES, SECTIONS, type SectionName } from "./settings-sections.ts";

interface SettingsIndexProps {
  shown: SectionName;
  /** The sections with changes that are not saved. */
  unsaved: SectionName[];
  /** Runs before another section is shown. */
  onLeave: () => void;
}

/** The sections of the form: a list beside it, or a row above it that scrolls. */
export const SettingsIndex = ({ shown, unsaved, onLeave }: SettingsIndexProps) => (
  <nav aria-label="Sections">
    <ul className="settings-index">
      {SECTION_NAMES.map((name) => (
        <li
          key={name}
          ref={(item) => {
            if (name === shown) item?.parentElement?.scrollTo({ left: item.offsetLeft - 48 });
          }}
        >
          <AppLink
            to={`${paths.shopSettings}?section=${name}`}
            aria-current={name === shown ? "true" : undefined}
            onClick={() => {
              onLeave();
              window.scrollTo(0, 0);
            }}
          >
            {SECTIONS[name].title}
            {unsaved.includes(name) && (
              <>
                <span aria-hidden="true" className="ml-1.5 text-ink-accent">
                  ●
                </span>
                <span className="sr-only"> (not saved yet)</span>
              </>
            )}
          </AppLink>
        </li>
      ))}
    </ul>
  </nav>
);
