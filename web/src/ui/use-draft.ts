import { useEffect, useEffectEvent } from "react";
import type { FieldValues, UseFormReturn } from "react-hook-form";

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
