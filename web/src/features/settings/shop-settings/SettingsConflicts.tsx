import { Button } from "../../../ui/Button.tsx";
import { changedPart } from "../../../ui/changed-part.ts";
import { SettingValue } from "./SettingValue.tsx";
import { type SettingName, settingLabel } from "./setting-texts.ts";
import type { SettingsConflict } from "./settings-draft.ts";

interface SettingsConflictsProps {
  conflicts: SettingsConflict[];
  onTake: (name: SettingName, value: string) => void;
}

/** What another owner saved in fields that were changed here, too. */
export function SettingsConflicts({ conflicts, onTake }: SettingsConflictsProps) {
  if (conflicts.length === 0) return null;
  return (
    <section
      aria-labelledby="conflicts"
      className="mt-10 border-l-2 border-warning bg-base-200 p-5 sm:p-6"
    >
      <h2 id="conflicts" className="text-2xl">
        Changed by both of you
      </h2>
      <p className="mt-2">Your text is still in the form. Saving it replaces the other one.</p>
      <dl className="mt-4 border-t border-rule">
        {conflicts.map(({ name, theirs, ours }) => {
          const [other, own] = changedPart(theirs, ours);
          return (
            <div key={name} className="border-b border-rule py-3">
              <dt className="font-medium">{settingLabel(name)}</dt>
              <dd className="mt-2 grid gap-4 sm:grid-cols-2">
                <div>
                  <p className="text-sm text-quiet">Saved by the other owner</p>
                  <SettingValue name={name} value={other} />
                </div>
                <div>
                  <p className="text-sm text-quiet">Yours</p>
                  <SettingValue name={name} value={own} />
                </div>
              </dd>
              <dd className="mt-3">
                <Button
                  variant="outline"
                  small
                  aria-label={`Use the other one for ${settingLabel(name)}`}
                  onClick={() => onTake(name, theirs)}
                >
                  Use the other one
                </Button>
              </dd>
            </div>
          );
        })}
      </dl>
    </section>
  );
}
