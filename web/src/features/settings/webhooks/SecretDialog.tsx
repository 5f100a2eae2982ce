import { Button } from "../../../ui/Button.tsx";
import { Dialog } from "../../../ui/Dialog.tsx";
import { showToast } from "../../../ui/toast.tsx";

interface SecretDialogProps {
  /** Undefined keeps the dialog closed. */
  secret: string | undefined;
  /** Whether it replaces another one. */
  isNew: boolean;
  onClose: () => void;
}

/** The secret of a webhook, which is shown once. */
export function SecretDialog({ secret, isNew, onClose }: SecretDialogProps) {
  const copy = async () => {
    if (!secret) return;
    try {
      await navigator.clipboard.writeText(secret);
      onClose();
      showToast("success", "Secret copied");
    } catch {
      // The browser may forbid it. The text is selected by one click.
    }
  };

  return (
    <Dialog open={secret !== undefined} title="Copy the secret now" onClose={onClose}>
      <p className="mt-3 text-quiet">
        Your receiver uses it to check that a message comes from this shop. It is not shown again.
        {isNew && " The old secret goes on working for a day."}
      </p>
      <p className="mt-5 border border-rule bg-field p-3 font-mono text-sm break-all select-all">
        {secret}
      </p>
      <div className="mt-8 flex flex-wrap justify-end gap-3">
        <Button variant="outline" onClick={onClose}>
          Close
        </Button>
        <Button onClick={() => void copy()}>Copy</Button>
      </div>
    </Dialog>
  );
}
