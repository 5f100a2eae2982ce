import { Button } from "../../../ui/Button.tsx";
import { Dialog } from "../../../ui/Dialog.tsx";
import { showToast } from "../../../ui/toast.tsx";
import { texts } from "./shared.texts.en.ts";

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
      showToast("success", texts.secretCopied);
    } catch {
      // The browser may forbid it. The text is selected by one click.
    }
  };

  return (
    <Dialog open={secret !== undefined} title={texts.secretTitle} onClose={onClose}>
      <p className="mt-3 text-quiet">
        {texts.secretHint}
        {isNew && ` ${texts.oldSecretWorks}`}
      </p>
      <p className="mt-5 border border-rule bg-field p-3 font-mono text-sm break-all select-all">
        {secret}
      </p>
      <div className="mt-8 flex flex-wrap justify-end gap-3">
        <Button variant="outline" onClick={onClose}>
          {texts.close}
        </Button>
        <Button onClick={() => void copy()}>{texts.copy}</Button>
      </div>
    </Dialog>
  );
}
