import type { UseMutationResult } from "@tanstack/react-query";
import { useState } from "react";
import { useAccount } from "../api/session/SessionProvider.tsx";
import { Button } from "./Button.tsx";
import { TextArea } from "./Field.tsx";
import { FormFailure } from "./FormActions.tsx";
import { texts } from "./NotesForm.texts.en.ts";
import { showToast } from "./toast.tsx";
import { useApiForm } from "./use-api-form.ts";
import { resetAfterSubmit, useFormDraft } from "./use-form-draft.ts";

interface NotesFormProps {
  /** The id of what they are about. */
  of: string;
  saved: string;
  /** Saves nothing if other notes than `before` are stored by now. */
  saving: UseMutationResult<unknown, Error, { notes: string; before: string }>;
}

/**
 * The owner's notes of an order or about a customer. Notes that someone else saved meanwhile are
 * shown beside one's own.
 */
export function NotesForm({ of, saved, saving }: NotesFormProps) {
  const { email } = useAccount();
  // What the text was made from. The order is read again while the owner types.
  const [base, setBase] = useState(saved);
  const form = useApiForm({
    values: { notes: saved },
    resetOptions: { keepDirtyValues: true },
    call: ({ notes }) => saving.mutateAsync({ notes, before: base }),
    done: (_answer, typed): void => {
      resetAfterSubmit(form, typed, { notes: typed.notes.trim() });
      showToast("success", texts.saved);
    },
  });
  const { isDirty } = form.formState;
  if (!isDirty && base !== saved) setBase(saved);
  const hasConflict = isDirty && base !== saved;
  useFormDraft(`notes of ${of} by ${email}`, form, {
    base,
    rebase: (typed, old) => {
      setBase(old);
      return typed;
    },
  });

  return (
    <form noValidate className="max-w-2xl" onSubmit={form.submit}>
      <TextArea
        label={texts.yourNotes}
        hint={texts.whoReads}
        rows={3}
        maxLength={2000}
        dir="auto"
        {...form.register("notes")}
      />
      <FormFailure form={form} />
      {hasConflict && (
        <div className="mb-5 border-l-2 border-warning bg-base-200 p-4">
          <p className="text-sm text-quiet">{texts.savedByOthers}</p>
          <p className="mt-1 mb-4 whitespace-pre-line wrap-anywhere" dir="auto">
            {saved || texts.noNotes}
          </p>
          <div className="flex flex-wrap gap-3">
            <Button variant="outline" small onClick={() => form.reset({ notes: saved })}>
              {texts.useThisText}
            </Button>
            <Button
              variant="outline"
              small
              onClick={() => {
                form.setFailure(undefined);
                setBase(saved);
              }}
            >
              {texts.keepMine}
            </Button>
          </div>
        </div>
      )}
      <Button
        type="submit"
        variant="outline"
        small
        busy={form.busy}
        disabled={!isDirty || hasConflict}
      >
        {texts.save}
      </Button>
    </form>
  );
}
