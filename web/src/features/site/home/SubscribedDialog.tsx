import { useState } from "react";
import { Button } from "../../../ui/Button.tsx";
import { Dialog } from "../../../ui/Dialog.tsx";
import { CheckIcon } from "../../../ui/icons.tsx";
import { texts } from "./subscribed.texts.en.ts";

/** docs/specification.md: nothing is sent, unless the owner has turned the newsletter on. */
export default function SubscribedDialog() {
  const [isOpen, setOpen] = useState(true);
  return (
    <Dialog open={isOpen} title={texts.title} onClose={() => setOpen(false)}>
      <p className="mt-3 flex gap-2 text-success">
        <CheckIcon />
        {texts.thanks}
      </p>
      <div className="mt-8 flex justify-end">
        <Button onClick={() => setOpen(false)}>{texts.ok}</Button>
      </div>
    </Dialog>
  );
}
