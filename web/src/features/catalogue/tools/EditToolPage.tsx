import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { flushSync } from "react-dom";
import { useLocation, useNavigate, useParams } from "react-router";
import type { Tool, WithEtag } from "../../../api/client.ts";
import { ApiError } from "../../../api/errors.ts";
import { useAccount } from "../../../api/session/SessionProvider.tsx";
import { stockHistoryPath } from "../../../page-paths.ts";
import { pages, paths } from "../../../pages.ts";
import { AppLink } from "../../../ui/AppLink.tsx";
import { BackLink } from "../../../ui/BackLink.tsx";
import { Button } from "../../../ui/Button.tsx";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { ignorePointer } from "../../../ui/ignore-pointer.ts";
import { LoadError } from "../../../ui/LoadError.tsx";
import { PageTitle } from "../../../ui/PageTitle.tsx";
import { Spinner } from "../../../ui/Spinner.tsx";
import { showToast } from "../../../ui/toast.tsx";
import { useApiForm } from "../../../ui/use-api-form.ts";
import { useFormDraft } from "../../../ui/use-form-draft.ts";
import { EditConflict } from "./EditConflict.tsx";
import { texts } from "./edit-tool.texts.en.ts";
import { setToolErrors, uploadFormPhotos } from "./form-errors.ts";
import { toolToEditQuery, useEditTool } from "./queries.ts";
import { ToolForm } from "./ToolForm.tsx";
import { rebased } from "./tool-conflict.ts";
import { draftOf, editBody, type ToolDraft } from "./tool-draft.ts";

const isNotFound = (error: unknown) => error instanceof ApiError && error.status === 404;

export default function EditToolPage() {
  const { toolId = "" } = useParams();
  const { data: opened, error, refetch } = useQuery(toolToEditQuery(toolId));
  const back = useBackToList();

  return (
    <>
      <PageTitle>{opened ? texts.titleOf(opened.data.name) : pages.editTool.title}</PageTitle>
      <BackLink to={back}>{texts.manageTools}</BackLink>
      <div className="flex flex-wrap items-baseline justify-between gap-x-8 gap-y-2">
        <h1 className="text-title">{texts.title}</h1>
        {opened && (
          <AppLink to={stockHistoryPath(toolId)} className="underline underline-offset-4">
            {pages.stockHistory.title}
          </AppLink>
        )}
      </div>
      {opened ? (
        <EditToolForm key={toolId} first={opened} />
      ) : isNotFound(error) ? (
        <div className="mt-8">
          <EmptyState
            title={texts.removed}
            action={
              <AppLink to={back} className="btn btn-primary">
                {texts.manageTools}
              </AppLink>
            }
          >
            {texts.removedExplanation}
          </EmptyState>
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

/** The list with the search it was left with. */
function useBackToList(): string {
  const { search } = (useLocation().state ?? {}) as { search?: string };
  return `${paths.manageTools}${search ?? ""}`;
}

function EditToolForm({ first }: { first: WithEtag<Tool> }) {
  // The version that the form's changes are meant for.
  const [opened, setOpened] = useState(first);
  const [conflict, setConflict] = useState<WithEtag<Tool>>();
  const queryClient = useQueryClient();
  const editing = useEditTool();
  const form = useApiForm({
    defaultValues: draftOf(first.data),
    call: async (draft) => {
      const pictures = await uploadFormPhotos(form);
      if (pictures === undefined) return;
      const body = editBody(draft, pictures, opened.data);
      const { modifiedCount } = await editing.mutateAsync({ opened, body });
      if (modifiedCount > 0) showToast("success", texts.saved(body.name));
      else showToast("info", texts.unchanged);
      leave();
    },
    failed: async (error): Promise<true> => {
      if (error instanceof ApiError && error.status === 412)
        await loadConflict().catch((error) => setToolErrors(form, error));
      else setToolErrors(form, error);
      return true;
    },
  });
  const navigate = useNavigate();
  const back = useBackToList();
  const { email } = useAccount();
  // A restored draft keeps what was typed. Other fields follow the current version of the tool.
  useFormDraft(`edit of ${first.data._id} by ${email}`, form, {
    base: opened.data,
    rebase: (typed, base) => rebased(typed, base, first.data),
  });

  // Reset first, so that a saved or discarded edit is not kept as a draft.
  const leave = () => {
    flushSync(() => form.reset());
    ignorePointer(document.getElementById("main"));
    void navigate(back);
  };

  const loadConflict = async () => {
    const query = { ...toolToEditQuery(opened.data._id), staleTime: 0 };
    setConflict(await queryClient.fetchQuery(query));
  };

  const continueWith = (now: WithEtag<Tool>, draft: ToolDraft) => {
    // Synchronously: the form knows its fields again only after rendering, and one of them gets the focus.
    flushSync(() => {
      form.reset(draft);
      setOpened(now);
      setConflict(undefined);
    });
    form.setFocus("name");
  };

  return (
    <ToolForm
      form={form}
      currentPhoto={opened.data.img}
      currentStock={String(opened.data.availableQuantity)}
      stockHint={texts.stockWhenOpened(opened.data.availableQuantity)}
      onSubmit={form.submit}
    >
      {conflict ? (
        <EditConflict
          opened={opened.data}
          now={conflict.data}
          control={form.control}
          onKeep={() =>
            continueWith(conflict, rebased(form.getValues(), opened.data, conflict.data))
          }
          onDiscard={() => continueWith(conflict, draftOf(conflict.data))}
        />
      ) : (
        <>
          <Button type="submit" className="px-8" busy={form.busy}>
            {form.busy ? texts.saving : texts.save}
          </Button>
          <Button variant="outline" onClick={leave}>
            {texts.cancel}
          </Button>
        </>
      )}
    </ToolForm>
  );
}
