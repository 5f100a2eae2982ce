import { useEffect, useRef, useState } from "react";
import type { UseFormReturn } from "react-hook-form";
import type { SettingName } from "./setting-texts.ts";
import type { SettingsDraft } from "./settings-draft.ts";

type Edit = {
  [Name in SettingName]: { name: Name; before: SettingsDraft[Name]; after: SettingsDraft[Name] };
}[SettingName];

/** Letters typed one after another in a field are one edit. */
const isTyping = () => document.activeElement?.matches("textarea, input[type=text]");

/** Undo and redo of what was edited since the last save. */
export function useEditHistory(form: UseFormReturn<SettingsDraft>) {
  const [{ done, undone }, setEdits] = useState<{ done: Edit[]; undone: Edit[] }>(NONE);
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
      const field = name.split(".")[0] as SettingName;
      const edit = { name: field, before: before[field], after: known.current[field] } as Edit;
      setEdits(({ done }) => {
        const last = done.at(-1);
        const continued = isTyping() && last?.name === field ? last : undefined;
        const others = continued ? done.slice(0, -1) : done;
        return {
          done: [...others, { ...edit, ...(continued && { before: continued.before }) } as Edit],
          undone: [],
        };
      });
    });
    return unsubscribe;
  }, [form]);
  const set = (name: SettingName, value: Edit["after"]) => {
    isOwn.current = true;
    form.setValue(name, value as never, { shouldDirty: true });
    isOwn.current = false;
  };
  const [last, next] = [done.at(-1), undone.at(-1)];
  return {
    undo:
      last &&
      (() => {
        set(last.name, last.before);
        setEdits({ done: done.slice(0, -1), undone: [...undone, last] });
      }),
    redo:
      next &&
      (() => {
        set(next.name, next.after);
        setEdits({ done: [...done, next], undone: undone.slice(0, -1) });
      }),
  };
}

const NONE = { done: [], undone: [] };
