import { useEffect, useEffectEvent, useState } from "react";
import type { DefaultValues, FieldValues, Path, UseFormReturn } from "react-hook-form";
import { currentHolder, keepInMemory, readFromMemory } from "../api/session/tab-storage.ts";

interface Draft {
  typed: FieldValues;
  base: unknown;
}

interface DraftOptions<Values, Base> {
  /** The version that the form was filled from. It is stored with the draft. */
  base?: Base;
  /** Applies a draft of an older base to the current form. */
  rebase?: (typed: Values, base: Base) => Values;
  /** Whether the browser asks before it leaves the document. Default: true. */
  warnOnLeave?: boolean;
}

const nameOf = (key: string) => `draft: ${key}`;

/** Whether a form was left with what was typed in it. */
export const hasFormDraft = (key: string) => readFromMemory(nameOf(key)) !== undefined;

/**
 * Keeps what was typed in a form when the form unmounts, for example for a login after the session expired.
 * Drafts last as long as the document. Only the account that typed them gets them.
 */
export function useFormDraft<Values extends FieldValues, Base = undefined>(
  key: string,
  form: UseFormReturn<Values>,
  { base, rebase = (typed) => typed, warnOnLeave = true }: DraftOptions<Values, Base> = {},
) {
  const { isDirty } = form.formState;
  const [owner] = useState(currentHolder);
  const name = nameOf(key);

  const restore = useEffectEvent(() => {
    const draft = readFromMemory<Draft>(name);
    if (!draft) return;
    form.reset(rebase(draft.typed as Values, draft.base as Base), { keepDefaultValues: true });
  });
  const keep = useEffectEvent(() => {
    const draft = form.formState.isDirty ? { typed: form.getValues(), base } : undefined;
    keepInMemory(name, draft, owner);
  });

  useEffect(() => {
    restore();
    return keep;
  }, []);

  useEffect(() => {
    if (!isDirty || !warnOnLeave) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [isDirty, warnOnLeave]);
}

/** Resets a form after a submit. Text that was typed during the call stays. */
export function resetAfterSubmit<Values extends FieldValues>(
  form: UseFormReturn<Values>,
  sent: Values,
  next: Values,
) {
  const values = typedOver(form.getValues(), sent, next);
  form.reset(next as DefaultValues<Values>, { keepValues: true });
  for (const name of Object.keys(next) as Path<Values>[])
    form.setValue(name, values[name], { shouldDirty: true });
}

/** What was typed over older values, over the current ones. */
export const typedOver = <Values extends FieldValues>(typed: Values, base: Values, now: Values) =>
  Object.fromEntries(
    Object.keys(now).map((name) => [name, (typed[name] === base[name] ? now : typed)[name]]),
  ) as Values;
