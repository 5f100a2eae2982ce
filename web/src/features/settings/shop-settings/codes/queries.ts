import { type Answer, send } from "../../../../api/client.ts";
import { privateQuery } from "../../../../api/query.ts";
import { useChange } from "../../../../api/use-change.ts";

export type DiscountCode = Answer<"GET /discountCodes">[number];

export interface NewCode {
  code: string;
  kind: DiscountCode["kind"];
  value: string;
  minimum: string;
  from: string;
  until: string;
  maxUses: string;
  oncePerCustomer: boolean;
}

export const discountCodesQuery = privateQuery(["discount-codes"], "/discountCodes");

/** The list is read again after each change. */
export function useCodeChanges() {
  const then = ["discount-codes"];
  return {
    add: useChange(
      ({ value, ...code }: NewCode) =>
        send("POST /discountCodes", {
          // Numbers as they were typed, which the server checks.
          body: { ...code, ...(code.kind !== "delivery" && { value }) } as never,
        }),
      then,
    ),
    end: useChange((id: string) => send("DELETE /discountCodes/{id}", { path: { id } }), then),
  };
}
