import { useNavigate } from "react-router";
import { send } from "../../../../api/client.ts";
import { useChange } from "../../../../api/use-change.ts";
import { paths } from "../../../../pages.ts";
import { Button } from "../../../../ui/Button.tsx";
import { useConfirm } from "../../../../ui/use-confirm.tsx";
import { texts } from "./placed.texts.en.tsx";

/** Says that the order was placed without a login. Its account may give it away. */
export function PlacedAsGuest({ id }: { id: string }) {
  const navigate = useNavigate();
  const disowning = useChange(
    () => send("POST /purchases/{id}/disown", { path: { id } }),
    ["orders"],
  );
  const { ask, dialog } = useConfirm<string>({
    question: () => ({
      title: texts.notMyOrderQuestion,
      text: <p>{texts.notMyOrderText}</p>,
      button: texts.notMyOrder,
    }),
    run: async () => {
      await disowning.mutateAsync();
      navigate(paths.myOrders, { replace: true });
      return { kind: "success", text: texts.leftAccount };
    },
  });
  return (
    <div className="mt-6 border-l-2 border-info py-1 pl-5">
      <p>{texts.placedAsGuest}</p>
      <Button variant="outline" small className="mt-3" onClick={() => ask(id)}>
        {texts.notMyOrder}
      </Button>
      {dialog}
    </div>
  );
}
