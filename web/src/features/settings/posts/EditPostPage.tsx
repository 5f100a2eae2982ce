import { useQuery } from "@tanstack/react-query";
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
import { useFormDraft } from "../../../ui/use-form-draft.ts";
import { UploadField } from "../UploadField.tsx";
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
      <BackLink to={paths.managePosts}>Blog posts</BackLink>
      <h1 className="text-title">{postId ? "Edit post" : "New post"}</h1>
      {opened && <PageTitle>{`Edit ${opened.data.title}`}</PageTitle>}
      {opened || !postId ? (
        <PostForm key={postId} opened={opened} />
      ) : error instanceof ApiError && error.status === 404 ? (
        <div className="mt-8">
          <EmptyState title="There is no such post">
            It has been deleted, or the link is wrong.
          </EmptyState>
        </div>
      ) : error ? (
        <div className="mt-8">
          <LoadError error={error} onRetry={() => void refetch()} />
        </div>
      ) : (
        <Spinner label="Loading the post" />
      )}
    </>
  );
}

function PostForm({ opened }: { opened: WithEtag<PostToEdit> | undefined }) {
  const navigate = useNavigate();
  const saving = useSavePost(opened);
  const preview = usePreview();
  const form = useApiForm({
    defaultValues: draftOf(opened?.data),
    call: (typed: PostDraft) => saving.mutateAsync(typed),
    done: (_answer, { status }) => {
      showToast("success", status === "draft" ? "Draft saved" : "Post published");
      leave();
    },
  });
  const { email } = useAccount();
  // With the version, so that what was typed over an older one does not replace another person’s edit.
  useFormDraft(`post ${opened ? opened.data._id + opened.etag : ""} by ${email}`, form);
  const [title, text, picture, pictureAlt] = form.watch(["title", "text", "picture", "pictureAlt"]);

  // Reset first, so that a saved or discarded post is not kept as a draft.
  const leave = () => {
    flushSync(() => form.reset());
    void navigate(paths.managePosts);
  };

  return (
    <>
      <form noValidate className="mt-8 max-w-3xl" onSubmit={form.submit}>
        <Field
          label="Title"
          required
          autoComplete="off"
          dir="auto"
          maxLength={120}
          hint={opened && `Its address stays ${shopOrigin()}${postPath(opened.data)}`}
          {...form.field("title", { required: "Title is required" })}
        />
        <TextArea
          label="Text"
          required
          rows={16}
          dir="auto"
          maxLength={15_000}
          hint="A blank line starts a new paragraph. # makes a heading, - a list, **bold**, and [text](/tool) a link."
          {...form.field("text", { required: "Text is required" })}
        />
        <div className="grid gap-x-6 gap-y-5 sm:grid-cols-2">
          <UploadField
            label="Picture"
            value={picture}
            onChange={(path) => {
              form.clearErrors("picture");
              form.setValue("picture", path, { shouldDirty: true });
            }}
            error={form.formState.errors.picture?.message}
            hint="Upright pictures look best. JPEG, PNG or WebP."
          >
            <span>
              <Picture
                src={picture}
                alt="As visitors see it"
                load="soon"
                className="h-28! w-auto!"
              />
            </span>
          </UploadField>
          <div>
            {picture && (
              <Field
                label="Alt text"
                autoComplete="off"
                maxLength={200}
                hint="Describes the picture for people who cannot see it."
                {...form.field("pictureAlt")}
              />
            )}
            <SelectField
              label="Status"
              className="mb-5"
              hint="Publishing gives a draft the date of today."
              {...form.register("status")}
            >
              <option value="draft">Draft, not shown to visitors</option>
              <option value="published">Published</option>
            </SelectField>
          </div>
        </div>
        <FormFailure form={form} className="mb-4" />
        <div className="flex flex-wrap gap-3">
          <Button type="submit" className="px-8" busy={form.busy}>
            {form.busy ? "Saving …" : "Save"}
          </Button>
          <Button
            variant="outline"
            busy={preview.isPending}
            onClick={() => preview.mutate(form.getValues("text"))}
          >
            Preview
          </Button>
          <Button variant="outline" onClick={leave}>
            Cancel
          </Button>
        </div>
        <p role="alert" className="mt-3 text-error empty:hidden">
          {preview.error && errorMessage(preview.error)}
        </p>
      </form>
      {preview.data && (
        <section aria-label="Preview" className="mt-10 border-t border-rule-strong pt-8">
          <p className="eyebrow mb-6">Preview</p>
          <PostArticle
            heading="h2"
            post={{
              title: title || "No title yet",
              picture,
              pictureAlt,
              content: preview.data.content,
            }}
          />
          {text !== preview.variables && (
            <p className="text-sm text-quiet">The text has changed. Press Preview again.</p>
          )}
        </section>
      )}
    </>
  );
}
