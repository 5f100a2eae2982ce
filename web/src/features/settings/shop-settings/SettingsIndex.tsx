import { paths } from "../../../pages.ts";
import { AppLink } from "../../../ui/AppLink.tsx";
import { SelectField } from "../../../ui/SelectField.tsx";
import { SECTION_NAMES, SECTIONS, type SectionName } from "./settings-sections.ts";

interface SettingsIndexProps {
  shown: SectionName;
  /** The sections with changes that are not saved. */
  unsaved: SectionName[];
  onShow: (section: string) => void;
  /** Before another section is shown. */
  onLeave: () => void;
}

/** The sections of the form: a list beside it, or a select above it where that has no room. */
export function SettingsIndex({ shown, unsaved, onShow, onLeave }: SettingsIndexProps) {
  return (
    <>
      <SelectField
        label="Section"
        className="mb-6 lg:hidden"
        value={shown}
        onChange={({ target }) => {
          onLeave();
          onShow(target.value);
        }}
      >
        {SECTION_NAMES.map((name) => (
          <option key={name} value={name}>
            {SECTIONS[name].title}
            {unsaved.includes(name) && " (not saved yet)"}
          </option>
        ))}
      </SelectField>
      <nav aria-label="Sections" className="max-lg:hidden">
        <ul className="sticky top-24 text-sm">
          {SECTION_NAMES.map((name) => (
            <li key={name}>
              <AppLink
                to={`${paths.shopSettings}?section=${name}`}
                aria-current={name === shown ? "true" : undefined}
                className="block border-l-2 border-transparent py-1.5 pl-3 hover:border-rule-strong aria-[current]:border-primary aria-[current]:font-semibold forced-colors:not-aria-[current]:border-[Canvas]"
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
    </>
  );
}
