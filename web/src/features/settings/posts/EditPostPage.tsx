import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { flushSync } from "react-dom";
import { useNavigate, useParams } from "react-router";
import type { PostToEdit, WithEtag } from "../../../api/client.ts";
import { errorMessage } from "../../../api/error-messages.ts";
import { ApiError } from "../../../api/errors.ts";
import { useAccount } from "../../../api/session/SessionProvider.tsx";
import { shopOrigin } from "../../../origin.ts";
import { postPath } from "../../../page-paths.ts";
import { paths } from "../../../pages.ts";
import { BackLink } from "../../../ui/BackLink.tsx";
import { Button } from "../../../ui/Button.tsx";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { Field, TextArea } from "../../../ui/Field.tsx";
import { FormFailure } from "../../../ui/FormActions.tsx";
import { LoadError } from "../../../ui/LoadError.tsx";
import { PageTitle } from "../../../ui/PageTitle.tsx";
import { Picture } from "../../../ui/Picture.tsx";
import { SelectField } from "../../../ui/SelectField.tsx";
import { Spinner } from "../../../ui/Spinner.tsx";
import { showToast } from "../../../ui/toast.tsx";
import { useApiForm } from "../../../ui/use-api-form.ts";
import { resetAfterSubmit, typedOver, useFormDraft } from "../../../ui/use-form-draft.ts";
import { type Conflict, Conflicts, conflictsIn, WrittenText } from "../Conflicts.tsx";
import { UploadField } from "../UploadField.tsx";
import { texts } from "./edit-post.texts.en.ts";
import { PostArticle } from "./PostArticle.tsx";
import { draftOf, type PostDraft, postToEditQuery, usePreview, useSavePost } from "./queries.ts";

/** The form of a new post, or of one that was written before. */
export default function EditPostPage() {
  const { postId = "" } = useParams();
  const {
    data: opened,
    error,
    refetch,
  } = useQuery({
    ...postToEditQuery(postId),
    enabled: postId !== "",
  });
  return (
    <>
      <BackLink to={paths.managePosts}>{texts.blogPosts}</BackLink>
      <h1 className="text-title">{postId ? texts.editPost : texts.newPost}</h1>
      {opened && <PageTitle>{texts.editTitle(opened.data.title)}</PageTitle>}
      {opened || !postId ? (
        <PostForm key={postId} first={opened} />
      ) : error instanceof ApiError && error.status === 404 ? (
        <div className="mt-8">
          <EmptyState title={texts.noSuchPost}>{texts.noSuchPostHint}</EmptyState>
        </div>
      ) : error ? (
        <div className="mt-8">
          <LoadError error={error} onRetry={() => void refetch()} />
        </div>
      ) : (
        <Spinner label={texts.loading} />
      )}
    </>
  );
}

const isStatus = (value: string): value is keyof typeof texts.statuses =>
  Object.hasOwn(texts.statuses, value);

/** What both of them changed, to read. */
const textFor = (name: keyof PostDraft, value: string) =>
  name === "picture" && value ? (
    <Picture src={value} alt={texts.labels.picture} load="soon" className="h-28! w-auto!" />
  ) : (
    <WrittenText text={name === "status" && isStatus(value) ? texts.statuses[value] : value} />
  );

function PostForm({ first }: { first: WithEtag<PostToEdit> | undefined }) {
  // The version that the form's changes are meant for.
  const [opened, setOpened] = useState(first);
  const [conflicts, setConflicts] = useState<Conflict<keyof PostDraft>[]>([]);
  const [isUploading, setIsUploading] = useState(false);
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const saving = useSavePost(opened);
  const preview = usePreview();
  const form = useApiForm({
    defaultValues: draftOf(first?.data),
    waitsFor: () => ({ isUnderWay: isUploading }),
    call: (typed: PostDraft) => saving.mutateAsync(typed),
    done: (_answer, { status }) => {
      showToast("success", status === "draft" ? texts.draftSaved : texts.published);
      leave();
    },
    failed: async (error) =>
      error instanceof ApiError && error.status === 412 && (await loadOther().catch(() => false)),
  });
  const { email } = useAccount();
  useFormDraft(`post ${first?.data._id ?? ""} by ${email}`, form, {
    base: draftOf(opened?.data),
    rebase: (typed, base) => {
      const now = draftOf(first?.data);
      setConflicts(conflictsIn(typed, base, now));
      return typedOver(typed, base, now);
    },
  });
  const [title, text, picture, pictureAlt] = form.watch(["title", "text", "picture", "pictureAlt"]);

  const loadOther = async () => {
    if (!opened) return false;
    const query = { ...postToEditQuery(opened.data._id), staleTime: 0 };
    const other = await queryClient.fetchQuery(query);
    const [base, now] = [draftOf(opened.data), draftOf(other.data)];
    setConflicts(conflictsIn(form.getValues(), base, now));
    resetAfterSubmit(form, base, now);
    setOpened(other);
    form.setFailure(ApiError.from({ status: 412 }, { detail: texts.changedByOther }));
    return true;
  };

  // Reset first, so that a saved or discarded post is not kept as a draft.
  const leave = () => {
    flushSync(() => form.reset());
    void navigate(paths.managePosts);
  };

  return (
    <>
      <form noValidate className="mt-8 max-w-3xl" onSubmit={form.submit}>
        <Field
          label={texts.labels.title}
          required
          autoComplete="off"
          dir="auto"
          maxLength={120}
          hint={opened && texts.addressStays(`${shopOrigin()}${postPath(opened.data)}`)}
          {...form.field("title", { required: texts.titleRequired })}
        />
        <TextArea
          label={texts.labels.text}
          required
          rows={16}
          dir="auto"
          maxLength={15_000}
          hint={texts.textHint}
          {...form.field("text", { required: texts.textRequired })}
        />
        <div className="grid gap-x-6 gap-y-5 sm:grid-cols-2">
          <UploadField
            label={texts.labels.picture}
            value={picture}
            onChange={(path) => {
              form.clearErrors("picture");
              form.setValue("picture", path, { shouldDirty: true });
            }}
            onBusy={setIsUploading}
            error={form.formState.errors.picture?.message}
            hint={texts.pictureHint}
          >
            <span>
              <Picture
                src={picture}
                alt={texts.asVisitorsSee}
                load="soon"
                className="h-28! w-auto!"
              />
            </span>
          </UploadField>
          <div>
            {picture && (
              <Field
                label={texts.labels.pictureAlt}
                autoComplete="off"
                maxLength={200}
                hint={texts.pictureAltHint}
                {...form.field("pictureAlt")}
              />
            )}
            <SelectField
              label={texts.labels.status}
              className="mb-5"
              hint={texts.statusHint}
              {...form.register("status")}
            >
              {Object.entries(texts.statuses).map(([value, text]) => (
                <option key={value} value={value}>
                  {text}
                </option>
              ))}
            </SelectField>
          </div>
        </div>
        <div className="mb-8 empty:hidden">
          <Conflicts
            conflicts={conflicts}
            by="person"
            labelOf={(name) => texts.labels[name]}
            textFor={textFor}
            onTake={(name, value) => {
              form.setValue(name, value as never, { shouldDirty: true });
              setConflicts(conflicts.filter((conflict) => conflict.name !== name));
            }}
          />
        </div>
        <FormFailure form={form} className="mb-4" />
        <div className="flex flex-wrap gap-3">
          <Button type="submit" className="px-8" busy={form.busy || isUploading}>
            {form.busy ? texts.saving : isUploading ? texts.uploading : texts.save}
          </Button>
          <Button
            variant="outline"
            busy={preview.isPending}
            onClick={() => preview.mutate(form.getValues("text"))}
          >
            {texts.preview}
          </Button>
          <Button variant="outline" onClick={leave}>
            {texts.cancel}
          </Button>
        </div>
        <p role="alert" className="mt-3 text-error empty:hidden">
          {preview.error && errorMessage(preview.error)}
        </p>
      </form>
      {preview.data && (
        <section aria-label={texts.preview} className="mt-10 border-t border-rule-strong pt-8">
          <p className="eyebrow mb-6">{texts.preview}</p>
          <PostArticle
            heading="h2"
            post={{
              title: title || texts.noTitle,
              picture,
              pictureAlt,
              content: preview.data.content,
            }}
          />
          {text !== preview.variables && <p className="text-sm text-quiet">{texts.textChanged}</p>}
        </section>
      )}
    </>
  );
}
