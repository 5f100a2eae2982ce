import { useQuery } from "@tanstack/react-query";
import { send, type Tool } from "../../../api/client.ts";
import { configQuery } from "../../../api/config.ts";
import { readPlace } from "../../../api/place.ts";
import { paths } from "../../../pages.ts";
import { AppLink } from "../../../ui/AppLink.tsx";
import { Icon } from "../../../ui/icons.tsx";
import { deliveryText } from "../../sales/delivery-texts.ts";
import { DeliveryIcon, Promised, ReturnIcon } from "../../sales/Promised.tsx";
import { texts } from "./texts.en.ts";

/** What the customer may count on. The parts that arrive later stand last, so that nothing moves. */
export function Promises({ tool }: { tool: Tool }) {
  const { data: config } = useQuery(configQuery);
  const delivery = useDelivery(tool, config?.charges.includes("delivery") ?? false);
  return (
    <ul aria-label={texts.promises} className="tool-promises">
      <Promised icon={<ReturnIcon />}>
        <AppLink to={paths.returns} className="underline underline-offset-4">
          {texts.howToReturn}
        </AppLink>
      </Promised>
      {config?.stripeJs && (
        <Promised
          icon={
            <Icon>
              <path d="M5 11h14v9H5zM8 11V7.5a4 4 0 0 1 8 0V11" />
            </Icon>
          }
        >
          {texts.cardPayment}
        </Promised>
      )}
      {delivery && <Promised icon={<DeliveryIcon />}>{delivery}</Promised>}
    </ul>
  );
}

/**
 * How long the delivery of the smallest order takes to the place that the customer has chosen, or where the shop is.
 * Undefined until it is known, and if the shop says nothing.
 */
function useDelivery({ _id: toolId, minimumQuantity: quantity }: Tool, isCharged: boolean) {
  const { province, postalCode } = readPlace();
  const address = { ...(province && { province }), ...(postalCode && { postalCode }) };
  const { data: quote } = useQuery({
    queryKey: ["quote", "delivery of", toolId, quantity, province, postalCode],
    queryFn: ({ signal }) =>
      send("POST /quote", {
        body: { lines: [{ toolId, quantity }], ...(province || postalCode ? { address } : {}) },
        signal,
      }),
    enabled: isCharged,
    // The days change less often than a visitor comes back to a tool.
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  const method = quote?.methods.find(({ id }) => id === quote.method);
  return method && deliveryText(method);
}
