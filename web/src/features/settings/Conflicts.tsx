import type { ReactNode } from "react";
import { Button } from "../../ui/Button.tsx";
import { changedPart } from "../../ui/changed-part.ts";
import { conflictTexts as texts } from "./texts.en.ts";

/** A field that was changed here and by another person. */
export interface Conflict<Name> {
  name: Name;
  theirs: string;
  ours: string;
}

/** The texts that were typed here while another person changed them too. */
export const conflictsIn = <Values extends Record<keyof Values, string>>(
  typed: Values,
  base: Values,
  now: Values,
) =>
  (Object.keys(now) as (keyof Values & string)[])
    .filter((name) => typed[name] !== base[name])
    .filter((name) => now[name] !== base[name] && now[name] !== typed[name])
    .map((name) => ({ name, theirs: now[name], ours: typed[name] }));

interface ConflictsProps<Name> {
  conflicts: Conflict<Name>[];
  /** Who saved the other text. */
  by?: "owner" | "person";
  labelOf: (name: Name) => string;
  textFor?: (name: Name, value: string) => ReactNode;
  onTake: (name: Name, value: string) => void;
}

/** What another person saved in fields that were changed here, too. */
export function Conflicts<Name extends string>({
  conflicts,
  by = "owner",
  labelOf,
  textFor = (_, value) => <WrittenText text={value} />,
  onTake,
}: ConflictsProps<Name>) {
  if (conflicts.length === 0) return null;
  return (
    <section
      aria-labelledby="conflicts"
      className="mt-10 border-l-2 border-warning bg-base-200 p-5 sm:p-6"
    >
      <h2 id="conflicts" className="text-heading">
        {texts.title}
      </h2>
      <p className="mt-2">{texts.about}</p>
      <dl className="mt-4 border-t border-rule">
        {conflicts.map(({ name, theirs, ours }) => {
          const [other, own] = changedPart(theirs, ours);
          return (
            <div key={name} className="border-b border-rule py-3">
              <dt className="font-medium">{labelOf(name)}</dt>
              <dd className="mt-2 grid gap-4 sm:grid-cols-2">
                <div>
                  <p className="text-sm text-quiet">{texts.savedBy[by]}</p>
                  {textFor(name, other)}
                </div>
                <div>
                  <p className="text-sm text-quiet">{texts.yours}</p>
                  {textFor(name, own)}
                </div>
              </dd>
              <dd className="mt-3">
                <Button
                  variant="outline"
                  small
                  aria-label={texts.takeFor(labelOf(name))}
                  onClick={() => onTake(name, theirs)}
                >
                  {texts.take}
                </Button>
              </dd>
            </div>
          );
        })}
      </dl>
    </section>
  );
}

export const WrittenText = ({ text }: { text: string }) => (
  <span className="whitespace-pre-line wrap-anywhere" dir="auto">
    {text || texts.empty}
  </span>
);
