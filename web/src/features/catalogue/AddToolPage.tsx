import { useEffect, useState } from "react";
import { flushSync } from "react-dom";
import { useForm } from "react-hook-form";
import { useAccount } from "../../api/session/SessionProvider.tsx";
import { paths } from "../../pages.ts";
import { AppLink } from "../../ui/AppLink.tsx";
import { Button } from "../../ui/Button.tsx";
import { showToast } from "../../ui/toast.tsx";
import { useFormDraft } from "../../ui/use-form-draft.ts";
import { setToolErrors, uploadFormPhoto } from "./form-errors.ts";
import { useAddTool } from "./mutations.ts";
import { ToolForm } from "./ToolForm.tsx";
import { EMPTY_DRAFT, newToolBody, type ToolDraft } from "./tool-draft.ts";

export default function AddToolPage() {
  const [added, setAdded] = useState<string[]>([]);
  return (
    <>
      <h1 className="text-title">Add Tool</h1>
      <NewTool
        key={added.length}
        isNext={added.length > 0}
        onAdded={(name) => setAdded([...added, name])}
      />
      <p role="status" className="mt-4 text-quiet empty:hidden">
        {added.length > 0 && (
          <>
            {added.at(-1)} is now in the catalogue.{" "}
            <AppLink to={paths.manageTools} className="font-medium underline underline-offset-4">
              Manage Tool
            </AppLink>
          </>
        )}
      </p>
    </>
  );
}

interface NewToolProps {
  /** Whether another tool was added before on this page. Then the name gets the focus. */
  isNext: boolean;
  onAdded: (name: string) => void;
}

/** The form of one new tool. After it is added, an empty form replaces it. */
function NewTool({ isNext, onAdded }: NewToolProps) {
  const form = useForm<ToolDraft>({ defaultValues: EMPTY_DRAFT });
  const { setFocus, handleSubmit, setError } = form;
  const { isSubmitting } = form.formState;
  const adding = useAddTool();
  const { email } = useAccount();
  useFormDraft(`new tool by ${email}`, form);

  useEffect(() => {
    if (isNext) setFocus("name");
  }, [isNext, setFocus]);

  const add = handleSubmit(async (draft) => {
    const img = await uploadFormPhoto(form);
    if (img === undefined) return;
    try {
      const { insertedId } = await adding.mutateAsync(newToolBody(draft, img));
      if (insertedId) {
        showToast("success", "Tool added");
        // Rendered at once, so that the added tool is not kept as a draft.
        flushSync(() => form.reset(EMPTY_DRAFT));
        onAdded(draft.name.trim());
        return;
      }
      setError("root", {
        message:
          "We do not know whether the tool was added. Check Manage Tool before you try again.",
      });
    } catch (error) {
      setToolErrors(form, error);
    }
    showToast("error", "Tool not added");
  });

  return (
    <ToolForm
      form={form}
      currentPhoto={null}
      error={adding.error}
      onSubmit={(event) => void add(event)}
    >
      <Button type="submit" className="px-8" busy={isSubmitting}>
        {isSubmitting ? "Adding the tool …" : "Add Tool"}
      </Button>
    </ToolForm>
  );
}
