import { queryOptions, useQuery } from "@tanstack/react-query";
import { configQuery } from "../../api/config.ts";
import { loadCardProvider } from "./card-provider.ts";

const cardProviderQuery = (address: string, publishableKey: string) =>
  queryOptions({
    queryKey: ["card-provider"],
    queryFn: () => loadCardProvider(address, publishableKey),
    staleTime: Number.POSITIVE_INFINITY,
    // The object has state, so it must not be copied.
    structuralSharing: false,
    retry: false,
  });

/** The script of the card provider, if the shop takes cards. */
export function useCardProvider() {
  const config = useQuery(configQuery);
  const { stripeJs, stripePublishableKey } = config.data ?? {};
  const takesCards = Boolean(stripeJs && stripePublishableKey);
  const provider = useQuery({
    ...cardProviderQuery(stripeJs ?? "", stripePublishableKey ?? ""),
    enabled: takesCards,
  });
  return { config, takesCards, provider };
}
