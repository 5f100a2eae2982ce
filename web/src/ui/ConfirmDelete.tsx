import type { ReactNode } from "react";
import { Button } from "./Button.tsx";
import { Dialog } from "./Dialog.tsx";

interface ConfirmDeleteProps {
  /** The name of what would be deleted. Undefined keeps the dialog closed. */
  name: ReactNode;
  busy: boolean;
  onCancel: () => void;
  onDelete: () => void;
}

export function ConfirmDelete({ name, busy, onCancel, onDelete }: ConfirmDeleteProps) {
  return (
    <Dialog open={name !== undefined} title={<>Delete {name}?</>} onClose={onCancel}>
      <p className="mt-3 text-quiet">If you delete tool you can not recovery it!</p>
      <div className="mt-8 flex flex-wrap justify-end gap-3">
        <Button variant="outline" onClick={onCancel}>
          Cancel
        </Button>
        <Button variant="danger" busy={busy} onClick={onDelete}>
          Delete
        </Button>
      </div>
    </Dialog>
  );
}
