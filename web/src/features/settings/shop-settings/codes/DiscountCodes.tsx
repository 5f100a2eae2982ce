import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { formatCount, formatPrice, pluralize } from "../../../../money.ts";
import { Button } from "../../../../ui/Button.tsx";
import { dayText } from "../../../../ui/day.ts";
import { LoadError } from "../../../../ui/LoadError.tsx";
import { RowActions } from "../../../../ui/MoreActions.tsx";
import { Table } from "../../../../ui/Table.tsx";
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
        data.length > 0 && (
          <Table
            caption="Discount codes"
            rows={data}
            rowKey={({ _id }) => _id}
            columns={[
              {
                title: "Code",
                rowHeader: true,
                className: "wrap-anywhere font-semibold",
                cell: ({ code }) => code,
              },
              { title: "Gives", cell: summary },
              { title: "Use", cell: usesText },
              {
                title: "Action",
                place: "action",
                cell: (code) => (
                  <RowActions
                    actions={
                      code.endedAt
                        ? []
                        : [
                            {
                              label: "End",
                              name: `End the code ${code.code}`,
                              onPress: () => ask(code),
                            },
                          ]
                    }
                  >
                    {code.endedAt && <span className="text-quiet">Ended</span>}
                  </RowActions>
                ),
              },
            ]}
          />
        )
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
