import { useEffect, useState } from "react";
import { flushSync } from "react-dom";
import { useAccount } from "../../../api/session/SessionProvider.tsx";
import { purchasePath } from "../../../page-paths.ts";
import { paths } from "../../../pages.ts";
import { AppLink } from "../../../ui/AppLink.tsx";
import { Button } from "../../../ui/Button.tsx";
import { showToast } from "../../../ui/toast.tsx";
import { useApiForm } from "../../../ui/use-api-form.ts";
import { useFormDraft } from "../../../ui/use-form-draft.ts";
import { texts } from "./add-tool.texts.en.tsx";
import { setToolErrors, uploadFormPhotos } from "./form-errors.ts";
import { useAddTool } from "./queries.ts";
import { ToolForm } from "./ToolForm.tsx";
import { EMPTY_DRAFT, newToolBody } from "./tool-draft.ts";

export default function AddToolPage() {
  const [added, setAdded] = useState<AddedTool[]>([]);
  const last = added.at(-1);
  return (
    <>
      <h1 className="text-title">{texts.title}</h1>
      {/* Above the form, where the focus is after a tool was added. */}
      <p role="status" className="added-tool empty:hidden">
        {last && (
          <>
            {(last.isDraft ? texts.savedAsDraft : texts.inCatalogue)(
              <span dir="auto">{last.name}</span>,
            )}{" "}
            {!last.isDraft && (
              <>
                <AppLink
                  to={purchasePath(last.id)}
                  className="font-medium underline underline-offset-4"
                >
                  {texts.seeInShop}
                </AppLink>{" "}
              </>
            )}
            <AppLink
              to={paths.manageTools}
              className="ml-2 font-medium underline underline-offset-4"
            >
              {texts.manageTools}
            </AppLink>
          </>
        )}
      </p>
      <NewTool
        key={added.length}
        isNext={added.length > 0}
        onAdded={(tool) => setAdded([...added, tool])}
      />
    </>
  );
}

interface AddedTool {
  id: string;
  name: string;
  isDraft: boolean;
}

interface NewToolProps {
  /** Whether another tool was added before on this page. Then the name gets the focus. */
  isNext: boolean;
  onAdded: (tool: AddedTool) => void;
}

/** The form of one new tool. After it is added, an empty form replaces it. */
function NewTool({ isNext, onAdded }: NewToolProps) {
  const adding = useAddTool();
  const form = useApiForm({
    defaultValues: EMPTY_DRAFT,
    call: async (draft) => {
      const pictures = await uploadFormPhotos(form);
      // The reason is shown beside the photo.
      return pictures && adding.mutateAsync(newToolBody(draft, pictures));
    },
    done: (answer, draft): void => {
      if (!answer) return;
      const { insertedId } = answer;
      if (!insertedId) {
        form.setError("root", { message: texts.unknown });
        showToast("error", texts.notAdded);
        return;
      }
      showToast("success", texts.added);
      // Rendered at once, so that the added tool is not kept as a draft.
      flushSync(() => form.reset(EMPTY_DRAFT));
      onAdded({ id: insertedId, name: draft.name.trim(), isDraft: draft.status === "draft" });
    },
    failed: (error): true => {
      setToolErrors(form, error);
      showToast("error", texts.notAdded);
      return true;
    },
  });
  const { setFocus } = form;
  const { email } = useAccount();
  useFormDraft(`new tool by ${email}`, form);

  useEffect(() => {
    if (isNext) setFocus("name");
  }, [isNext, setFocus]);

  const saveDraft = form.handleSubmit((draft) => form.sendValues({ ...draft, status: "draft" }));

  return (
    <ToolForm form={form} currentPhoto={null} onSubmit={form.submit}>
      <Button type="submit" className="px-8" busy={form.busy}>
        {form.busy ? texts.adding : texts.add}
      </Button>
      <Button variant="outline" onClick={() => void saveDraft()}>
        {texts.saveAsDraft}
      </Button>
    </ToolForm>
  );
}
