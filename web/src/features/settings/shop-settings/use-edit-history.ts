import { useEffect, useRef, useState } from "react";
import type { UseFormReturn } from "react-hook-form";
import { type SettingName, settingLabel } from "./setting-texts.ts";
import type { SettingsDraft } from "./settings-draft.ts";
import { french, home as texts } from "./texts.en.tsx";

/** The French texts are one value of the form. */
type EditedName = SettingName | "french";

type Edit = {
  [Name in EditedName]: { name: Name; before: SettingsDraft[Name]; after: SettingsDraft[Name] };
}[EditedName];

const labelOf = (name: EditedName) => (name === "french" ? french.all : settingLabel(name));

/** Letters typed one after another in it are one edit. */
function focusedText() {
  const { activeElement } = document;
  return activeElement?.matches("textarea, input[type=text]") ? activeElement : undefined;
}

interface History {
  done: Edit[];
  undone: Edit[];
  /** Where the last edit was typed. */
  typedIn?: Element | undefined;
  /** What the last press did. */
  said?: string;
}

/** Undo and redo of what was edited since the section was opened or saved. */
export function useEditHistory(form: UseFormReturn<SettingsDraft>) {
  const [{ done, undone, said }, setEdits] = useState<History>(NONE);
  const known = useRef(form.getValues());
  const isOwn = useRef(false);
  useEffect(() => {
    const { unsubscribe } = form.watch((_, { name }) => {
      const before = known.current;
      known.current = structuredClone(form.getValues());
      if (isOwn.current) return;
      // Save and the arrival of another owner's settings fill the whole form.
      if (!name) return setEdits(NONE);
      // Rows of a list are named by their place in it.
      const field = name.split(".")[0] as EditedName;
      const edit = { name: field, before: before[field], after: known.current[field] } as Edit;
      const typedIn = focusedText();
      setEdits(({ done, typedIn: before }) => {
        const last = done.at(-1);
        const continued = typedIn && typedIn === before && last?.name === field ? last : undefined;
        const others = continued ? done.slice(0, -1) : done;
        return {
          done: [...others, { ...edit, ...(continued && { before: continued.before }) } as Edit],
          undone: [],
          typedIn,
        };
      });
    });
    return unsubscribe;
  }, [form]);
  const set = (name: EditedName, value: Edit["after"]) => {
    isOwn.current = true;
    form.clearErrors(name);
    form.setValue(name, value as never, { shouldDirty: true });
    isOwn.current = false;
  };
  const [last, next] = [done.at(-1), undone.at(-1)];
  return {
    said,
    undo:
      last &&
      (() => {
        set(last.name, last.before);
        const said = texts.undone(labelOf(last.name));
        setEdits({ done: done.slice(0, -1), undone: [...undone, last], said });
      }),
    redo:
      next &&
      (() => {
        set(next.name, next.after);
        const said = texts.redone(labelOf(next.name));
        setEdits({ done: [...done, next], undone: undone.slice(0, -1), said });
      }),
  };
}

const NONE: History = { done: [], undone: [] };
