import type { User } from "../../../api/client.ts";
import { errorMessage } from "../../../api/error-messages.ts";
import { ApiError } from "../../../api/errors.ts";
import { useConfirm } from "../../../ui/use-confirm.tsx";
import { useChangeRole } from "./queries.ts";
import type { RoleChange } from "./role-changes.ts";
import { roleChanges } from "./texts.en.tsx";

interface Question {
  user: User;
  change: RoleChange;
}

/** Gives a user a role, or takes it away, after confirmation. */
export function useRoleDialog() {
  const { mutateAsync } = useChangeRole();
  return useConfirm<Question>({
    question: ({ user: { email }, change }) => {
      const { title, detail, button } = roleChanges[change];
      return { title: title(email), text: <p>{detail}</p>, button };
    },
    run: async (asked) => {
      const { success, unchanged } = roleChanges[asked.change];
      const { email } = asked.user;
      return (await mutateAsync(asked))
        ? { kind: "success", text: success(email) }
        : { kind: "info", text: unchanged(email) };
    },
    errorText: (error, { change }) =>
      error instanceof ApiError && error.status === 403
        ? roleChanges[change].forbidden
        : errorMessage(error),
    buttonStays: true,
  });
}
