import { useEffect, useLayoutEffect, useRef, useState } from "react";
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
import { needsLogin } from "./FormError.tsx";
import { texts } from "./texts.en.ts";
import { useKeptValues } from "./use-kept-values.ts";

interface ApiFormOptions<Values extends FieldValues, Answer> extends UseFormProps<Values> {
  /**
   * The name of what is typed. It is kept while the session has ended, for the same account, also in other documents. The
   * values must not be files. Forms of a page have useFormDraft instead, which keeps more.
   */
  keepAs?: string;
  /** Fields that are never kept, such as a password. */
  secrets?: Path<Values>[];
  /** Why the form is not sent, beyond the rules of its fields. It is shown below the form. */
  refuse?: (typed: Values, state: FormState<Values>) => string | undefined;
  /**
   * What the call needs, such as the sum. While it is under way a press waits for it. If the page shows another total
   * after the wait, the press sends nothing and says so.
   */
  waitsFor?: () => { isUnderWay: boolean; total?: number | undefined };
  call: (typed: Values) => Promise<Answer>;
  done?: (answer: Answer, typed: Values) => unknown;
  /** Shows every error below the form, also errors of fields. */
  errorsBelow?: boolean;
  /** Runs after an error. If it returns true, the error is shown nowhere else. */
  failed?: (error: unknown, typed: Values) => unknown;
}

/** A sentence of the page, shown as an answer of the server is. */
const refusal = (detail: string) => ApiError.from({ status: 409 }, { detail });

/**
 * A form whose submit is one call. A press is sent, it waits, or the form says why not. A second submit waits until the
 * page shows what the first has changed. The server's errors of a field appear at the field if `field` made its
 * properties, and the others are the form's `failure`.
 */
export function useApiForm<Values extends FieldValues, Answer>({
  keepAs,
  secrets = [],
  refuse,
  waitsFor = () => ({ isUnderWay: false }),
  call,
  done,
  errorsBelow = false,
  failed,
  ...options
}: ApiFormOptions<Values, Answer>) {
  const form = useForm<Values>(options);
  const keep = useKeptValues(keepAs, {
    isChanged: form.formState.isDirty,
    values: () => ({
      ...form.getValues(),
      ...Object.fromEntries(secrets.map((name) => [name, ""])),
    }),
    restore: (typed) => form.reset(typed, { keepDefaultValues: true }),
  });
  const [failure, setFailure] = useState<Error>();
  const [finished, setFinished] = useState(0);
  const [shown] = useState(() => new Set<string>());
  const isSending = useRef(false);
  const [pressed, setPressed] = useState<{ total: number | undefined }>();

  // biome-ignore lint/correctness/useExhaustiveDependencies: a finished call opens the form again
  useLayoutEffect(() => {
    isSending.current = false;
  }, [finished]);

  /** Sends these values without checking them. */
  const sendValues = async (values: Partial<Values>) => {
    const typed = values as Values;
    if (isSending.current) return;
    const why = refuse?.(typed, form.formState);
    setFailure(why ? refusal(why) : undefined);
    if (why) return;
    isSending.current = true;
    try {
      const answer = await call(typed);
      await done?.(answer, typed);
    } catch (error) {
      if (needsLogin(error)) keep();
      if ((await failed?.(error, typed)) === true) return;
      const isAtField = !errorsBelow && setFieldErrors(error, form, (field) => shown.has(field));
      if (!isAtField) setFailure(error as Error);
    } finally {
      setFinished((count) => count + 1);
    }
  };

  // Reads what the render before it has shown.
  useEffect(() => {
    const { isUnderWay, total } = waitsFor();
    if (!pressed || isUnderWay) return;
    setPressed(undefined);
    if (total === undefined || total === pressed.total) void form.handleSubmit(sendValues)();
    else setFailure(refusal(texts.totalIsNow(total)));
  });

  const wait = async () => {
    setFailure(undefined);
    setPressed({ total: waitsFor().total });
  };

  return {
    ...form,
    failure,
    setFailure,
    busy: form.formState.isSubmitting || pressed !== undefined,
    sendValues,
    submit: (event?: { preventDefault: () => void }) => {
      event?.preventDefault();
      if (!isSending.current && !pressed)
        void form.handleSubmit(waitsFor().isUnderWay ? wait : sendValues)();
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

/** Shows the server's errors beside the form's fields. Returns false if no error belongs to one of them. */
export function setFieldErrors<Values extends FieldValues>(
  error: unknown,
  { setError, getValues }: UseFormReturn<Values>,
  isShown = (field: string) => field in getValues(),
): boolean {
  if (!(error instanceof ApiError)) return false;
  const known = error.fields.filter(({ field }) => isShown(field));
  for (const [index, { field, detail, row, member }] of known.entries()) {
    // The form keeps the last two for fields that are lists.
    const refusal = { message: detail, row, member };
    setError(field as Path<Values>, refusal, { shouldFocus: index === 0 });
  }
  return known.length > 0;
}
