import type { Review } from "../../../api/client.ts";
import { Dialog } from "../../../ui/Dialog.tsx";
import { TextArea } from "../../../ui/Field.tsx";
import { FormActions } from "../../../ui/FormActions.tsx";
import { showToast } from "../../../ui/toast.tsx";
import { useApiForm } from "../../../ui/use-api-form.ts";
import { resetAfterSubmit, useFormDraft } from "../../../ui/use-form-draft.ts";
import { texts } from "./manage-reviews.texts.en.ts";
import { useReply } from "./manage-reviews.ts";
import { lengthHint } from "./review-length.ts";

/** Asks the owner for the answer to a review. */
export function ReplyDialog({ review, onClose }: { review: Review; onClose: () => void }) {
  const reply = useReply();
  const form = useApiForm({
    defaultValues: { reply: review.reply ?? "" },
    call: ({ reply: text }) => reply.mutateAsync({ review, reply: text }),
    done: (_, sent) => {
      showToast("info", sent.reply.trim() ? texts.answerPublished : texts.answerRemoved);
      resetAfterSubmit(form, sent, sent);
      onClose();
    },
  });
  useFormDraft(`answer to review ${review._id}`, form);
  return (
    <Dialog open title={texts.answerTo(review.name)} onClose={onClose}>
      <blockquote className="mt-3 max-h-40 overflow-y-auto border-l-2 border-rule-strong pl-4 text-quiet wrap-anywhere whitespace-pre-line">
        {review.review || texts.noText}
      </blockquote>
      <form noValidate onSubmit={form.submit} className="mt-4">
        <TextArea
          label={texts.yourAnswer}
          hint={texts.answerHint(lengthHint(form.watch("reply")))}
          {...form.field("reply")}
        />
        <FormActions form={form} onCancel={onClose}>
          {texts.publish}
        </FormActions>
      </form>
    </Dialog>
  );
}
