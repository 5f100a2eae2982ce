import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { api, unwrap, unwrapPage, unwrapWithEtag } from "../../../api/client.ts";
import type { components } from "../../../api/schema.gen.ts";

type ShopSettings = components["schemas"]["CurrentShopSettings"];

/** With what customers never see. */
export type ManagedSettings = components["schemas"]["ManagedShopSettings"];

/** The server writes it into the legal pages. */
export const shopSettingsQuery = queryOptions({
  queryKey: ["shop-settings"],
  queryFn: ({ signal }) => unwrap<ShopSettings>(api.GET("/shop-settings", { signal })),
});

/** The settings to edit. They are read when the form opens and not refreshed during the edit. */
export const settingsToEditQuery = queryOptions({
  queryKey: ["shop-settings", "managed"],
  queryFn: ({ signal }) => unwrapWithEtag<ManagedSettings>(api.GET("/manageShop", { signal })),
  meta: { private: true },
  gcTime: 0,
  staleTime: Number.POSITIVE_INFINITY,
  refetchOnReconnect: false,
  refetchOnWindowFocus: false,
});

/** Who changed what, newest first. */
export const settingsHistoryQuery = infiniteQueryOptions({
  queryKey: ["shop-settings", "history"],
  queryFn: ({ pageParam, signal }) =>
    unwrapPage(
      api.GET("/manageShop/history", {
        params: { query: pageParam ? { cursor: pageParam } : {} },
        signal,
      }),
    ),
  initialPageParam: null as string | null,
  getNextPageParam: (last) => last.next,
  meta: { private: true },
});
