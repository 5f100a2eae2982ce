import { useNavigate } from "react-router";
import { send } from "../../../../api/client.ts";
import { useChange } from "../../../../api/use-change.ts";
import { paths } from "../../../../pages.ts";
import { Button } from "../../../../ui/Button.tsx";
import { useConfirm } from "../../../../ui/use-confirm.tsx";

/** Says that the order was placed without a login. Its account may give it away. */
export function PlacedAsGuest({ id }: { id: string }) {
  const navigate = useNavigate();
  const disowning = useChange(
    () => send("POST /purchases/{id}/disown", { path: { id } }),
    ["orders"],
  );
  const { ask, dialog } = useConfirm<string>({
    question: () => ({
      title: "Is this not your order?",
      text: (
        <p>
          It leaves your account, and we send you no e-mails about it. The link in the first e-mail
          still opens it.
        </p>
      ),
      button: "Not my order",
    }),
    run: async () => {
      await disowning.mutateAsync();
      navigate(paths.myOrders, { replace: true });
      return { kind: "success", text: "The order left your account." };
    },
  });
  return (
    <div className="mt-6 border-l-2 border-info py-1 pl-5">
      <p>This order was placed without a login, with your e-mail address.</p>
      <Button variant="outline" small className="mt-3" onClick={() => ask(id)}>
        Not my order
      </Button>
      {dialog}
    </div>
  );
}
