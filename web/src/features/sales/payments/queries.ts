import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { type Order, type Purchase, send } from "../../../api/client.ts";
import { isTransient } from "../../../api/errors.ts";
import { PRIVATE, privateQuery } from "../../../api/query.ts";
import { askPurchaseSecret } from "../use-place-purchase.ts";

export const orderQuery = (id: string) =>
  privateQuery(["orders", "one", id], "/orders/{id}", { path: { id } });

const secretQuery = (of: unknown[], ask: () => Promise<{ clientSecret: string }>) =>
  queryOptions({
    queryKey: ["payment-secret", ...of],
    queryFn: async () => (await ask()).clientSecret,
    staleTime: Number.POSITIVE_INFINITY,
    ...PRIVATE,
  });

/** The client secret of the order's payment. Repeated calls return the same one. */
export const paymentSecretQuery = ({ _id, totalPrice }: Order) =>
  secretQuery([_id], () =>
    send("POST /create-payment-intent", { body: { totalPrice, orderId: _id } }),
  );

export const purchaseSecretQuery = ({ _id, total }: Pick<Purchase, "_id" | "total">) =>
  secretQuery([_id, total], () => askPurchaseSecret(_id, total));

function useReport(report: (transactionId: string) => Promise<unknown>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: report,
    retry: (failures, error) => failures < 3 && isTransient(error),
    // The report does not wait for the lists, because the payment is recorded even if they cannot
    // be read again. The lists are also read after a refusal, because the order may be paid or
    // deleted.
    onSettled: () => void queryClient.invalidateQueries({ queryKey: ["orders"] }),
  });
}

/** Reports a payment to the shop, which checks it with the card provider. A repeated report changes nothing. */
export const useRecordPayment = ({ _id }: Order) =>
  useReport((transactionId) =>
    send("PATCH /orders/{id}", {
      path: { id: _id },
      body: { orders: _id, transactionId, status: "pending" },
    }),
  );

export const useConfirmPurchase = (id: string) =>
  useReport((transactionId) =>
    send("POST /purchases/{id}/confirm", { path: { id }, body: { transactionId } }),
  );
