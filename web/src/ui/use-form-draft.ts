import { useEffect, useEffectEvent } from "react";
import type { DefaultValues, FieldValues, Path, UseFormReturn } from "react-hook-form";

interface Draft {
  typed: FieldValues;
  base: unknown;
}

const drafts = new Map<string, Draft>();

interface DraftOptions<Values, Base> {
  /** The version that the form was filled from. It is stored with the draft. */
  base?: Base;
  /** Applies a draft of an older base to the current form. */
  rebase?: (typed: Values, base: Base) => Values;
  /** Whether the browser asks before it leaves the document. Default: true. */
  warnOnLeave?: boolean;
}

/**
 * Keeps what was typed in a form when the form unmounts, for example for a login after the session expired.
 * Drafts last as long as the document. The key must contain the account.
 */
export function useFormDraft<Values extends FieldValues, Base = undefined>(
  key: string,
  form: UseFormReturn<Values>,
  { base, rebase = (typed) => typed, warnOnLeave = true }: DraftOptions<Values, Base> = {},
) {
  const { isDirty } = form.formState;

  const restore = useEffectEvent(() => {
    const draft = drafts.get(key);
    if (!draft) return;
    form.reset(rebase(draft.typed as Values, draft.base as Base), { keepDefaultValues: true });
  });
  const keep = useEffectEvent(() => {
    if (form.formState.isDirty) drafts.set(key, { typed: form.getValues(), base });
    else drafts.delete(key);
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
