import { useEffect, useEffectEvent } from "react";
import type { DefaultValues, FieldValues, Path, UseFormReturn } from "react-hook-form";

interface Draft {
  typed: FieldValues;
  base: unknown;
}

const drafts = new Map<string, Draft>();

interface DraftOptions<Values, Base> {
  /** What the form was filled from. It is kept beside what was typed. */
  base?: Base;
  /** How what was typed upon a former base reads upon the form of now. */
  rebase?: (typed: Values, base: Base) => Values;
  /** Whether leaving the document asks first. */
  warnOnLeave?: boolean;
}

/**
 * What was typed and not sent outlives its form: a look at another page, or the login after a session that ended.
 * It lasts as long as the document, which asks before it goes. The key must name whose it is.
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

/** A form after it was sent: with what comes next in its fields, but what was typed while it was on its way stays. */
export function resetAfterSubmit<Values extends FieldValues>(
  form: UseFormReturn<Values>,
  sent: Values,
  next: Values,
) {
  const now = form.getValues();
  form.reset(next as DefaultValues<Values>, { keepValues: true });
  for (const name of Object.keys(next) as Path<Values>[])
    form.setValue(name, (now[name] === sent[name] ? next : now)[name], { shouldDirty: true });
}
