import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
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
import { summaries, texts, uses } from "./texts.en.ts";

/** The owner's discount codes, the newest first. */
export function DiscountCodes() {
  const { data, error, refetch } = useQuery(discountCodesQuery);
  const [isAdding, setAdding] = useState(false);
  const { add, end } = useCodeChanges();
  const { ask, dialog } = useConfirm<DiscountCode>({
    question: ({ code }) => texts.askEnd(code),
    run: async ({ _id }) => {
      await end.mutateAsync(_id);
      return { kind: "success", text: texts.codeEnded };
    },
  });
  return (
    <div className="mt-6">
      {error ? (
        <LoadError error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <TableSkeleton label={texts.loading} />
      ) : (
        data.length > 0 && (
          <Table
            caption={texts.caption}
            rows={data}
            rowKey={({ _id }) => _id}
            columns={[
              {
                title: texts.code,
                rowHeader: true,
                className: "wrap-anywhere font-semibold",
                cell: ({ code }) => code,
              },
              { title: texts.gives, cell: summary },
              { title: texts.use, cell: usesText },
              {
                title: texts.action,
                place: "action",
                cell: (code) => (
                  <RowActions
                    actions={
                      code.endedAt
                        ? []
                        : [
                            {
                              label: texts.end,
                              name: texts.endOf(code.code),
                              onPress: () => ask(code),
                            },
                          ]
                    }
                  >
                    {code.endedAt && <span className="text-quiet">{texts.ended}</span>}
                  </RowActions>
                ),
              },
            ]}
          />
        )
      )}
      <Button className="mt-4" onClick={() => setAdding(true)}>
        {texts.add}
      </Button>
      <CodeDialog
        open={isAdding}
        onClose={() => setAdding(false)}
        onSave={async (code) => {
          await add.mutateAsync(code);
          setAdding(false);
          showToast("success", texts.added);
        }}
      />
      {dialog}
    </div>
  );
}

function summary({ kind, value, minimum, from, until, oncePerCustomer }: DiscountCode) {
  const what = kind === "delivery" ? summaries.delivery : summaries[kind](value);
  const parts = [
    what,
    minimum > 0 && summaries.minimum(minimum),
    until ? summaries.days(dayText(from), dayText(until)) : summaries.since(dayText(from)),
    oncePerCustomer && summaries.once,
  ];
  return summaries.all(parts.filter((part) => part !== false));
}

function usesText({ used, maxUses, given, kind }: DiscountCode) {
  const text = maxUses ? uses.usedOf(used, maxUses) : uses.used(used);
  return kind === "delivery" ? text : uses.withGiven(text, given);
}
