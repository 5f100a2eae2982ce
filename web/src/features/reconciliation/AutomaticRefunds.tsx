import type { ReturnedPayment } from "../../api/client.ts";
import { formatPrice } from "../../money.ts";
import { DateText } from "../../ui/DateText.tsx";
import { Table } from "../../ui/Table.tsx";

/** What the shop gave back without being asked, the newest first. Refunds that somebody decided are in Manage Orders. */
export function AutomaticRefunds({ payments }: { payments: ReturnedPayment[] }) {
  const automatic = payments.filter(({ byItself }) => byItself);
  if (automatic.length === 0) return null;
  return (
    <section className="mt-12" aria-labelledby="money-back">
      <h2 id="money-back" className="text-heading">
        Money that went back by itself
      </h2>
      <p className="mt-3 max-w-prose text-quiet">
        A payment that comes when its order is gone, or a second time for the same order, pays for
        nothing. The shop gives it back at once and writes to whoever paid. None of this is a
        difference.
      </p>
      <div className="mt-4">
        <Table
          caption="Money that went back by itself"
          rows={automatic}
          rowKey={({ transactionId }) => transactionId}
          columns={[
            { title: "Amount", numeric: true, cell: ({ amount }) => formatPrice(amount) },
            {
              title: "Payment",
              cell: ({ transactionId }) => <code className="text-sm">{transactionId}</code>,
            },
            {
              title: "For order",
              cell: ({ orderId }) => <code className="text-sm">{orderId}</code>,
            },
            {
              title: "Last step",
              className: "sm:min-w-36",
              cell: ({ at }) => <DateText at={at} />,
            },
            {
              title: "State",
              className: "sm:min-w-28",
              cell: ({ state, refusal }) =>
                state === "done" ? (
                  <span className="text-success">Given back</span>
                ) : refusal ? (
                  <span className="text-error">Refused by the card provider</span>
                ) : (
                  <span className="text-warning">On its way; the shop asks again by itself</span>
                ),
            },
          ]}
        />
      </div>
    </section>
  );
}
