import { useEffect, useEffectEvent } from "react";
import type { DefaultValues, FieldValues, Path, UseFormReturn } from "react-hook-form";

const drafts = new Map<string, FieldValues>();

/**
 * What was typed and not sent outlives its form: a look at another page, or the login after a session that ended.
 * It lasts as long as the document, which asks before it goes. The key must name whose it is.
 */
export function useDraft<Values extends FieldValues>(key: string, form: UseFormReturn<Values>) {
  const { isDirty } = form.formState;

  const restore = useEffectEvent(() => {
    const draft = drafts.get(key);
    if (draft) form.reset(draft as Values, { keepDefaultValues: true });
  });
  const keep = useEffectEvent(() => {
    if (form.formState.isDirty) drafts.set(key, form.getValues());
    else drafts.delete(key);
  });

  useEffect(() => {
    restore();
    return keep;
  }, []);

  useEffect(() => {
    if (!isDirty) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [isDirty]);
}

/** A form after it was sent: with what comes next in its fields, but what was typed while it was on its way stays. */
export function resetSent<Values extends FieldValues>(
  form: UseFormReturn<Values>,
  sent: Values,
  next: Values,
) {
  const now = form.getValues();
  form.reset(next as DefaultValues<Values>, { keepValues: true });
  for (const name of Object.keys(next) as Path<Values>[])
    form.setValue(name, (now[name] === sent[name] ? next : now)[name], { shouldDirty: true });
}
