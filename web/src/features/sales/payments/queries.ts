import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { type Order, send } from "../../../api/client.ts";
import { isTransient } from "../../../api/errors.ts";
import { PRIVATE, privateQuery } from "../../../api/query.ts";
import { loadCardProvider } from "./card-provider.ts";

export const orderQuery = (id: string) =>
  privateQuery(["orders", "one", id], "/orders/{id}", { path: { id } });

/** The client secret of the order's payment. Repeated calls return the same one. */
export const paymentSecretQuery = ({ _id, totalPrice }: Order) =>
  queryOptions({
    queryKey: ["payment-secret", _id],
    queryFn: async () => {
      const body = { totalPrice, orderId: _id };
      const { clientSecret } = await send("POST /create-payment-intent", { body });
      return clientSecret;
    },
    staleTime: Number.POSITIVE_INFINITY,
    ...PRIVATE,
  });

export const cardProviderQuery = (address: string, publishableKey: string) =>
  queryOptions({
    queryKey: ["card-provider"],
    queryFn: () => loadCardProvider(address, publishableKey),
    staleTime: Number.POSITIVE_INFINITY,
    // The object has state, so it must not be copied.
    structuralSharing: false,
    retry: false,
  });

/** Reports a payment to the shop, which checks it with the card provider. A repeated report changes nothing. */
export function useRecordPayment({ _id }: Order) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (transactionId: string) =>
      send("PATCH /orders/{id}", {
        path: { id: _id },
        body: { orders: _id, transactionId, status: "pending" },
      }),
    retry: (failures, error) => failures < 3 && isTransient(error),
    // Not awaited, because the payment is recorded even if the lists cannot be read again.
    onSuccess: () => void queryClient.invalidateQueries({ queryKey: ["orders"] }),
  });
}
