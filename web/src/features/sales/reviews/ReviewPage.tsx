import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useWatch } from "react-hook-form";
import { useAccount } from "../../../api/session/SessionProvider.tsx";
import { paths } from "../../../pages.ts";
import { AppLink } from "../../../ui/AppLink.tsx";
import { Button } from "../../../ui/Button.tsx";
import { Field, TextArea } from "../../../ui/Field.tsx";
import { FormFailure } from "../../../ui/FormActions.tsx";
import { SelectField } from "../../../ui/SelectField.tsx";
import { Spinner } from "../../../ui/Spinner.tsx";
import { showToast } from "../../../ui/toast.tsx";
import { useApiForm } from "../../../ui/use-api-form.ts";
import { resetAfterSubmit, useFormDraft } from "../../../ui/use-form-draft.ts";
import { OwnReviews } from "./OwnReviews.tsx";
import { type ReviewOptions, reviewOptionsQuery } from "./own-reviews.ts";
import { lengthHint, validateReview } from "./review-length.ts";
import { texts } from "./review-page.texts.en.ts";
import { StarPicker } from "./StarPicker.tsx";
import { useSendReview } from "./use-send-review.ts";

const EMPTY = { rating: "0", review: "", toolId: "" };

/** If the options do not load, the form still sends a review, and the server decides. */
const NO_OPTIONS: ReviewOptions = { needsApproval: false, tools: [] };

export default function ReviewPage() {
  const { email } = useAccount();
  const { data, error } = useQuery(reviewOptionsQuery(email));
  const options = data ?? (error ? NO_OPTIONS : undefined);

  return (
    <>
      <h1 className="text-title">{texts.title}</h1>
      <p className="mt-4 max-w-prose text-quiet">{texts.lead}</p>
      {!options ? (
        <Spinner label={texts.loading} />
      ) : options.refusal ? (
        <p className="mt-8 max-w-prose border-l-2 border-warning py-1 pl-4">{options.refusal}</p>
      ) : (
        <ReviewForm options={options} />
      )}
      <OwnReviews />
    </>
  );
}

function ReviewForm({ options: { tools, needsApproval } }: { options: ReviewOptions }) {
  const { name, email } = useAccount();
  const sending = useSendReview();
  const [sent, setSent] = useState(false);
  const form = useApiForm({
    defaultValues: EMPTY,
    // A second click on the button that has just sent the review would send an empty one.
    refuse: (_typed, { isDirty }) => (sent && !isDirty ? texts.sentBefore : undefined),
    call: ({ toolId, review, rating }) => {
      setSent(false);
      const body = { name, email, review, rating: Number(rating) };
      return sending.mutateAsync({ ...body, ...(toolId && { toolId }) });
    },
    done: (_answer, typed): void => {
      resetAfterSubmit(form, typed, EMPTY);
      setSent(true);
      showToast("success", texts.thankYou);
    },
  });
  const { register, control, field, busy } = form;
  const { rating, review } = useWatch({ control });
  // A second press on the button that has just sent the review is no mistake.
  const isEmptyAgain = sent && !form.formState.isDirty;
  useFormDraft(`review by ${email}`, form);

  return (
    <form noValidate className="mt-8 max-w-2xl" onSubmit={form.submit}>
      <div className="grid gap-x-6 gap-y-1 sm:grid-cols-2">
        <Field label={texts.name} value={name} disabled />
        <Field label={texts.email} type="email" value={email} disabled />
      </div>
      <StarPicker rating={rating ?? "0"} {...register("rating", { deps: "review" })} />
      <TextArea
        label={texts.review}
        className="mt-5"
        hint={lengthHint(review ?? "")}
        {...field("review", {
          validate: (text, typed) => isEmptyAgain || validateReview(text, typed),
        })}
      />
      {tools.length > 0 && (
        <SelectField label={texts.tool} {...register("toolId")}>
          <option value="">{texts.noTool}</option>
          {tools.map(({ _id, name: tool }) => (
            <option key={_id} value={_id}>
              {tool}
            </option>
          ))}
        </SelectField>
      )}
      {needsApproval && <p className="mt-4 text-sm text-quiet">{texts.needsApproval}</p>}
      <div className="mt-6 flex flex-wrap items-center gap-x-6 gap-y-3">
        <Button type="submit" className="min-w-40" busy={busy}>
          {busy ? texts.sending : texts.send}
        </Button>
        <AppLink to={paths.reviews} className="font-medium underline underline-offset-4">
          {texts.seeAll}
        </AppLink>
      </div>
      <FormFailure form={form} className="mt-4" />
      <div role="status">{sent && <p>{needsApproval ? texts.received : texts.published}</p>}</div>
    </form>
  );
}
