import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api, type Order, unwrap } from "../../api/client.ts";
import { isTransient } from "../../api/errors.ts";
import { loadCardProvider } from "./card-provider.ts";

export const orderQuery = (id: string) =>
  queryOptions({
    queryKey: ["orders", "one", id],
    queryFn: ({ signal }) => unwrap(api.GET("/orders/{id}", { params: { path: { id } }, signal })),
    meta: { private: true },
  });

export const configQuery = queryOptions({
  queryKey: ["config"],
  queryFn: ({ signal }) => unwrap(api.GET("/config", { signal })),
  staleTime: Number.POSITIVE_INFINITY,
});

/** The secret of one payment. An order keeps its payment from the first on, so asking again gives the same. */
export const paymentSecretQuery = ({ _id, totalPrice }: Order) =>
  queryOptions({
    queryKey: ["payment-secret", _id],
    queryFn: async () => {
      const body = { totalPrice, orderId: _id };
      const { clientSecret } = await unwrap(api.POST("/create-payment-intent", { body }));
      return clientSecret;
    },
    staleTime: Number.POSITIVE_INFINITY,
    meta: { private: true },
  });

export const cardProviderQuery = (address: string, publishableKey: string) =>
  queryOptions({
    queryKey: ["card-provider"],
    queryFn: () => loadCardProvider(address, publishableKey),
    staleTime: Number.POSITIVE_INFINITY,
    // A living object: it must stay itself.
    structuralSharing: false,
    retry: false,
  });

/** Tells the shop that an order has been paid. The shop believes the card provider, not us; told twice, it changes nothing. */
export function useRecordPayment({ _id }: Order) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (transactionId: string) =>
      unwrap(
        api.PATCH("/orders/{id}", {
          params: { path: { id: _id } },
          body: { orders: _id, transactionId, status: "pending" },
        }),
      ),
    retry: (failures, error) => failures < 3 && isTransient(error),
    // Not waited for: the payment is entered, whether the lists can be read again or not.
    onSuccess: () => void queryClient.invalidateQueries({ queryKey: ["orders"] }),
  });
}
