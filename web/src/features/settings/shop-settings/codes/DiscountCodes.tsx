import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { formatCount, formatPrice, pluralize } from "../../../../money.ts";
import { Button } from "../../../../ui/Button.tsx";
import { dayText } from "../../../../ui/day.ts";
import { LoadError } from "../../../../ui/LoadError.tsx";
import { TableSkeleton } from "../../../../ui/TableSkeleton.tsx";
import { showToast } from "../../../../ui/toast.tsx";
import { useConfirm } from "../../../../ui/use-confirm.tsx";
import { CodeDialog } from "./CodeDialog.tsx";
import { type DiscountCode, discountCodesQuery, useCodeChanges } from "./queries.ts";

/** The owner's discount codes, the newest first. */
export function DiscountCodes() {
  const { data, error, refetch } = useQuery(discountCodesQuery);
  const [isAdding, setAdding] = useState(false);
  const { add, end } = useCodeChanges();
  const { ask, dialog } = useConfirm<DiscountCode>({
    question: ({ code }) => ({
      title: `End the code ${code}?`,
      text: "Customers cannot use it any more. Purchases that have it keep it.",
      button: "End it",
    }),
    run: async ({ _id }) => {
      await end.mutateAsync(_id);
      return { kind: "success", text: "Code ended" };
    },
  });
  return (
    <div className="mt-6">
      {error ? (
        <LoadError error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <TableSkeleton label="Loading the discount codes" />
      ) : (
        <ul aria-label="Discount codes" className="empty:hidden">
          {data.map((code) => (
            <li
              key={code._id}
              className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 border-t border-rule py-3"
            >
              <div className={`min-w-0 flex-1 basis-60 ${code.endedAt ? "text-quiet" : ""}`}>
                <h3 className="font-sans text-base font-semibold wrap-anywhere">{code.code}</h3>
                <p>{summary(code)}</p>
                <p className="text-sm text-quiet">{usesText(code)}</p>
              </div>
              {code.endedAt ? (
                <span className="text-sm text-quiet">Ended</span>
              ) : (
                <Button
                  variant="outline"
                  small
                  aria-label={`End the code ${code.code}`}
                  onClick={() => ask(code)}
                >
                  End
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      <Button className="mt-4" onClick={() => setAdding(true)}>
        Add a code
      </Button>
      <CodeDialog
        open={isAdding}
        onClose={() => setAdding(false)}
        onSave={async (code) => {
          await add.mutateAsync(code);
          setAdding(false);
          showToast("success", "Code added");
        }}
      />
      {dialog}
    </div>
  );
}

function summary({ kind, value, minimum, from, until, oncePerCustomer }: DiscountCode) {
  const what =
    kind === "percent"
      ? `${value}% off the goods`
      : kind === "amount"
        ? `${formatPrice(value)} off the goods`
        : "Free delivery";
  const parts = [
    minimum > 0 && `from ${formatPrice(minimum)} on`,
    until ? `${dayText(from)} to ${dayText(until)}` : `since ${dayText(from)}`,
    oncePerCustomer && "once for each customer",
  ];
  return [what, ...parts.filter(Boolean)].join(", ");
}

function usesText({ used, maxUses, given, kind }: DiscountCode) {
  const uses = maxUses
    ? `Used in ${formatCount(used)} of ${pluralize(maxUses, "purchase")}`
    : `Used in ${pluralize(used, "purchase")}`;
  return kind === "delivery" ? uses : `${uses}, ${formatPrice(given)} given`;
}
