import { useState } from "react";
import { flushSync } from "react-dom";
import type { User } from "../../../api/client.ts";
import { errorMessage } from "../../../api/error-messages.ts";
import { ApiError } from "../../../api/errors.ts";
import { Button } from "../../../ui/Button.tsx";
import { Dialog } from "../../../ui/Dialog.tsx";
import { showToast } from "../../../ui/toast.tsx";
import { useChangeRole } from "./queries.ts";
import { ROLE_CHANGES, type RoleChange } from "./role-changes.ts";

interface Question {
  user: User;
  change: RoleChange;
}

/** Gives a user a role, or takes it away, after confirmation. */
export function useRoleDialog() {
  const changeRole = useChangeRole();
  const [question, setQuestion] = useState<Question>();

  const change = async (asked: Question) => {
    const { email } = asked.user;
    const texts = ROLE_CHANGES[asked.change];
    const { kind, text } = await changeRole.mutateAsync(asked).then(
      (changed) =>
        changed
          ? ({ kind: "success", text: `${texts.success} ${email}` } as const)
          : ({ kind: "info", text: `${email} ${texts.unchanged}` } as const),
      (error: unknown) => {
        const forbidden = error instanceof ApiError && error.status === 403;
        return { kind: "error", text: forbidden ? texts.forbidden : errorMessage(error) } as const;
      },
    );
    // Before the toast, which could not be used below a dialog.
    flushSync(() => setQuestion((now) => (now?.user._id === asked.user._id ? undefined : now)));
    showToast(kind, text);
  };

  const texts = ROLE_CHANGES[question?.change ?? "admin"];
  return {
    ask: setQuestion,
    dialog: (
      <Dialog
        open={question !== undefined}
        title={texts.title(question?.user.email ?? "")}
        onClose={() => setQuestion(undefined)}
      >
        <p className="mt-3 text-quiet">{texts.detail}</p>
        <div className="mt-8 flex flex-wrap justify-end gap-3">
          <Button variant="outline" onClick={() => setQuestion(undefined)}>
            Cancel
          </Button>
          <Button busy={changeRole.isPending} onClick={() => question && void change(question)}>
            {texts.button}
          </Button>
        </div>
      </Dialog>
    ),
  };
}
