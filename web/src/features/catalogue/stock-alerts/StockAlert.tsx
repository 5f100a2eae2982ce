import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { send, type Tool } from "../../../api/client.ts";
import { privateQuery } from "../../../api/query.ts";
import { Button } from "../../../ui/Button.tsx";
import { FormError } from "../../../ui/FormError.tsx";
import { texts } from "./texts.en.ts";

/** Whether the customer waits for a tool that is sold out. */
const stockAlertQuery = (id: string) =>
  privateQuery(["tool", id, "stock alert"], "/tools/{id}/stock-alert", { path: { id } });

/** Asks for one e-mail when a tool that is sold out can be ordered again. */
export function StockAlert({ tool }: { tool: Tool }) {
  const { queryKey, ...query } = stockAlertQuery(tool._id);
  const { data: alert } = useQuery({ queryKey, ...query });
  const queryClient = useQueryClient();
  const path = { id: tool._id };
  const change = useMutation({
    mutationFn: async (isWaiting: boolean) => {
      await send(`${isWaiting ? "PUT" : "DELETE"} /tools/{id}/stock-alert`, { path });
      return { isWaiting, isOffered: true };
    },
    onSuccess: (now) => queryClient.setQueryData(queryKey, now),
    // The usual cause is that the tool is in stock by now.
    onError: () => queryClient.invalidateQueries({ queryKey: ["tool", tool._id], exact: true }),
  });
  const isWaiting = alert?.isWaiting ?? false;

  return (
    <section aria-label={texts.soldOut} className="stock-alert">
      {alert?.isOffered && (
        <>
          <p role="status">{isWaiting ? texts.waiting : texts.soldOutNow}</p>
          <Button
            variant={isWaiting ? "outline" : "primary"}
            busy={change.isPending}
            onClick={() => change.mutate(!isWaiting)}
          >
            {isWaiting ? texts.stopWaiting : texts.wait}
          </Button>
        </>
      )}
      <div role="alert" className="text-error empty:hidden">
        {change.error && <FormError error={change.error} />}
      </div>
    </section>
  );
}
