import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { send, type Tool } from "../../../api/client.ts";
import { configQuery } from "../../../api/config.ts";
import { readPlace } from "../../../api/place.ts";
import { paths } from "../../../pages.ts";
import { AppLink } from "../../../ui/AppLink.tsx";
import { Icon } from "../../../ui/icons.tsx";
import { daysText } from "../../sales/sum-texts.ts";

/** What the customer may count on. The parts that arrive later stand last, so that nothing moves. */
export function Promises({ tool }: { tool: Tool }) {
  const { data: config } = useQuery(configQuery);
  const delivery = useDelivery(tool, config?.charges.includes("delivery") ?? false);
  return (
    <ul aria-label="Our promises" className="tool-promises">
      <Promised icon={<path d="M9 14 4 9l5-5M4 9h10a6 6 0 0 1 0 12h-3" />}>
        <AppLink to={paths.returns} className="underline underline-offset-4">
          How to return a tool
        </AppLink>
      </Promised>
      {config?.stripeJs && (
        <Promised icon={<path d="M5 11h14v9H5zM8 11V7.5a4 4 0 0 1 8 0V11" />}>
          Secure card payment
        </Promised>
      )}
      {delivery && (
        <Promised icon={<path d="M3 6h11v10H3zM14 10h4l3 3v3h-7M7 19h.01M17 19h.01" />}>
          {delivery}
        </Promised>
      )}
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
  if (!method) return;
  const days = daysText(method);
  if (method.pickUp) return `Pick-up: ${days}`;
  return method.daysTo === 0 ? "Delivery today" : `Delivery in ${days}`;
}

const Promised = ({ icon, children }: { icon: ReactNode; children: ReactNode }) => (
  <li>
    <Icon>{icon}</Icon>
    <span>{children}</span>
  </li>
);
