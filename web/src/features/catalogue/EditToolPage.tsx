import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { flushSync } from "react-dom";
import { useForm } from "react-hook-form";
import { useLocation, useNavigate, useParams } from "react-router";
import type { Tagged, Tool } from "../../api/client.ts";
import { ApiError } from "../../api/errors.ts";
import { useAccount } from "../../api/session/SessionProvider.tsx";
import { formatCount } from "../../money.ts";
import { paths } from "../../pages.ts";
import { AppLink } from "../../ui/AppLink.tsx";
import { Button } from "../../ui/Button.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { ArrowLeftIcon } from "../../ui/icons.tsx";
import { Trouble } from "../../ui/LoadError.tsx";
import { PageTitle } from "../../ui/PageTitle.tsx";
import { Spinner } from "../../ui/Spinner.tsx";
import { showToast } from "../../ui/toast.tsx";
import { useDraft } from "../../ui/use-form-draft.ts";
import { EditConflict } from "./EditConflict.tsx";
import { photoAddress, showRefusals } from "./form-errors.ts";
import { editedToolQuery, useEditTool } from "./mutations.ts";
import { ToolForm } from "./ToolForm.tsx";
import { rebased } from "./tool-conflict.ts";
import { changesOf, draftOf, type ToolDraft } from "./tool-draft.ts";

const isGone = (error: unknown) => error instanceof ApiError && error.status === 404;

export default function EditToolPage() {
  const { toolId = "" } = useParams();
  const { data: opened, error, refetch } = useQuery(editedToolQuery(toolId));
  const back = useBackToList();

  return (
    <>
      <PageTitle>{opened ? `Edit ${opened.data.name}` : "Edit Tool"}</PageTitle>
      <p className="mb-6">
        <AppLink
          to={back}
          className="inline-flex items-center gap-2 text-quiet hover:text-base-content"
        >
          <ArrowLeftIcon />
          Manage Tool
        </AppLink>
      </p>
      <h1 className="text-title">Edit Tool</h1>
      {opened ? (
        <EditedTool key={toolId} first={opened} />
      ) : isGone(error) ? (
        <div className="mt-8">
          <EmptyState
            title="This tool is no longer for sale"
            next={
              <AppLink to={back} className="btn btn-primary">
                Manage Tool
              </AppLink>
            }
          >
            It has been deleted, or the address has a slip in it.
          </EmptyState>
        </div>
      ) : error ? (
        <div className="mt-8">
          <Trouble error={error} onRetry={() => void refetch()} />
        </div>
      ) : (
        <Spinner label="Loading the tool" />
      )}
    </>
  );
}

/** The list as it was left, with its search. */
function useBackToList(): string {
  const { search } = (useLocation().state ?? {}) as { search?: string };
  return `${paths.manageTools}${search ?? ""}`;
}

function EditedTool({ first }: { first: Tagged<Tool> }) {
  // The version that the form's changes are meant for.
  const [opened, setOpened] = useState(first);
  const [overtakenBy, setOvertakenBy] = useState<Tagged<Tool>>();
  const form = useForm<ToolDraft>({ defaultValues: draftOf(first.data) });
  const { isSubmitting } = form.formState;
  const queryClient = useQueryClient();
  const editing = useEditTool();
  const navigate = useNavigate();
  const back = useBackToList();
  const { email } = useAccount();
  // It comes back upon the tool of then: what others changed meanwhile follows, what was typed stays.
  useDraft(`edit of ${first.data._id} by ${email}`, form, {
    base: opened.data,
    onto: (typed, then) => rebased(typed, then, first.data),
  });

  // Clean first: what is saved or given up is no draft.
  const leave = () => {
    flushSync(() => form.reset());
    void navigate(back);
  };

  const lookAgain = async () => {
    const query = { ...editedToolQuery(opened.data._id), staleTime: 0 };
    setOvertakenBy(await queryClient.fetchQuery(query));
  };

  const save = form.handleSubmit(async (draft) => {
    const img = await photoAddress(form);
    if (img === undefined) return;
    const body = changesOf(draft, img, opened.data);
    try {
      const { modifiedCount } = await editing.mutateAsync({ opened, body });
      if (modifiedCount > 0) showToast("success", `tool:${body.name} is saved`);
      else showToast("info", "Nothing was changed");
      leave();
    } catch (error) {
      if (error instanceof ApiError && error.status === 412)
        await lookAgain().catch((error) => showRefusals(form, error));
      else showRefusals(form, error);
    }
  });

  const goOn = (now: Tagged<Tool>, draft: ToolDraft) => {
    // At once: the panel that has the focus goes, and the fields are known to the form again only after rendering.
    flushSync(() => {
      form.reset(draft);
      setOpened(now);
      setOvertakenBy(undefined);
    });
    form.setFocus("name");
  };

  return (
    <ToolForm
      form={form}
      keptPhoto={opened.data.img}
      keptStock={String(opened.data.availableQuantity)}
      stockHint={`Counted from the ${formatCount(opened.data.availableQuantity)} that were there: what is sold while you edit stays sold.`}
      fault={editing.error}
      onSubmit={(event) => void save(event)}
    >
      {overtakenBy ? (
        <EditConflict
          opened={opened.data}
          now={overtakenBy.data}
          control={form.control}
          onKeep={() => goOn(overtakenBy, rebased(form.getValues(), opened.data, overtakenBy.data))}
          onTake={() => goOn(overtakenBy, draftOf(overtakenBy.data))}
        />
      ) : (
        <>
          <Button type="submit" className="px-8" busy={isSubmitting}>
            {isSubmitting ? "Saving …" : "Save"}
          </Button>
          <Button look="outline" onClick={leave}>
            Cancel
          </Button>
        </>
      )}
    </ToolForm>
  );
}
