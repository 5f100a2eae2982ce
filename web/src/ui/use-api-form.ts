import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from "react";
import {
  type FieldError,
  type FieldValues,
  type FormState,
  get,
  type Path,
  type RegisterOptions,
  type UseFormProps,
  type UseFormReturn,
  useForm,
} from "react-hook-form";
import { ApiError } from "../api/errors.ts";
import {
  currentHolder,
  hasEnded,
  keepInTab,
  readFromTab,
} from "../api/session/tab-storage.ts";

interface ApiFormOptions<Values extends FieldValues, Answer> extends UseFormProps<Values> {
  /**
   * The name of what is typed. It is kept while the session has ended, for the same account, also in other documents. The
   * values must be texts. Forms of a page have useFormDraft instead, which keeps more.
   */
  keepAs?: string;
  /** Whether the form may be sent, beyond the rules of its fields. */
  canSend?: (typed: Values, state: FormState<Values>) => boolean;
  call: (typed: Values) => Promise<Answer>;
  done?: (answer: Answer, typed: Values) => unknown;
  /** Shows every error below the form, also errors of fields. */
  errorsBelow?: boolean;
  /** Runs after an error. If it returns true, the error is shown nowhere else. */
  failed?: (error: unknown, typed: Values) => unknown;
}

/**
 * A form whose submit is one call. A second submit waits until the page shows what the first has changed. The server's
 * errors of a field appear at the field if `field` made its properties, and the others are the form's `failure`.
 */
export function useApiForm<Values extends FieldValues, Answer>({
  keepAs,
  canSend = () => true,
  call,
  done,
  errorsBelow = false,
  failed,
  ...options
}: ApiFormOptions<Values, Answer>) {
  const form = useForm<Values>(options);
  const keep = useKeptValues(keepAs, form);
  const [failure, setFailure] = useState<Error>();
  const [finished, setFinished] = useState(0);
  const [shown] = useState(() => new Set<string>());
  const isSending = useRef(false);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a finished call opens the form again
  useLayoutEffect(() => {
    isSending.current = false;
  }, [finished]);

  /** Sends these values without checking them. */
  const sendValues = async (values: Partial<Values>) => {
    const typed = values as Values;
    if (isSending.current || !canSend(typed, form.formState)) return;
    isSending.current = true;
    setFailure(undefined);
    try {
      const answer = await call(typed);
      await done?.(answer, typed);
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) keep();
      if ((await failed?.(error, typed)) === true) return;
      const isAtField = !errorsBelow && setFieldErrors(error, form, (field) => shown.has(field));
      if (!isAtField) setFailure(error as Error);
    } finally {
      setFinished((count) => count + 1);
    }
  };

  return {
    ...form,
    failure,
    setFailure,
    busy: form.formState.isSubmitting,
    sendValues,
    submit: (event?: { preventDefault: () => void }) => {
      event?.preventDefault();
      if (!isSending.current) void form.handleSubmit(sendValues)();
    },
    /** The properties of a Field that shows its errors. */
    field: <Name extends Path<Values>>(name: Name, rules?: RegisterOptions<Values, Name>) => {
      shown.add(name);
      return {
        error: (get(form.formState.errors, name) as FieldError | undefined)?.message,
        ...form.register(name, rules),
      };
    },
  };
}

/** Fills in what was typed before the session ended. Returns a function that keeps it. */
function useKeptValues<Values extends FieldValues>(
  name: string | undefined,
  form: UseFormReturn<Values>,
) {
  const [owner] = useState(currentHolder);
  const { isDirty } = form.formState;
  const keep = () => {
    if (name) keepInTab(`form: ${name}`, form.getValues(), owner);
  };
  const restore = useEffectEvent(() => {
    const typed = name ? readFromTab<Values>(`form: ${name}`) : undefined;
    if (!typed) return;
    keepInTab(`form: ${name}`, undefined);
    form.reset(typed, { keepDefaultValues: true });
  });
  const leave = useEffectEvent(() => {
    if (isDirty && hasEnded(owner)) keep();
  });
  useEffect(() => {
    restore();
    return leave;
  }, []);
  return keep;
}

/** Shows the server's errors beside the form's fields. Returns false if no error belongs to one of them. */
export function setFieldErrors<Values extends FieldValues>(
  error: unknown,
  { setError, getValues }: UseFormReturn<Values>,
  isShown = (field: string) => field in getValues(),
): boolean {
  if (!(error instanceof ApiError)) return false;
  const known = error.fields.filter(({ field }) => isShown(field));
  for (const [index, { field, detail }] of known.entries())
    setError(field as Path<Values>, { message: detail }, { shouldFocus: index === 0 });
  return known.length > 0;
}
