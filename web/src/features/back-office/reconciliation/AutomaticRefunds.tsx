import type { ReturnedPayment } from "../../../api/client.ts";
import { formatPrice } from "../../../money.ts";
import { DateText } from "../../../ui/DateText.tsx";
import { LongId } from "../../../ui/LongId.tsx";
import { Table } from "../../../ui/Table.tsx";

/** Payments that the shop refunded automatically, newest first. Manage Orders has the refunds that admins started. */
export function AutomaticRefunds({ payments }: { payments: ReturnedPayment[] }) {
  const automatic = payments.filter(({ byItself }) => byItself);
  if (automatic.length === 0) return null;
  return (
    <section className="mt-12" aria-labelledby="money-back">
      <h2 id="money-back" className="text-heading">
        Automatic refunds
      </h2>
      <p className="mt-3 max-w-prose text-quiet">
        A payment may arrive after its order was deleted, or a second time for the same order. The
        shop refunds it at once. These are not discrepancies.
      </p>
      <div className="mt-4">
        <Table
          caption="Automatic refunds"
          rows={automatic}
          rowKey={({ transactionId }) => transactionId}
          columns={[
            { title: "Amount", numeric: true, cell: ({ amount }) => formatPrice(amount) },
            {
              title: "Payment",
              rowHeader: true,
              cell: ({ transactionId }) => (
                <code className="text-sm">
                  <LongId id={transactionId} />
                </code>
              ),
            },
            {
              title: "For order",
              cell: ({ orderId }) => (
                <code className="text-sm">
                  <LongId id={orderId} />
                </code>
              ),
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
                  <span className="text-success">Refunded</span>
                ) : refusal ? (
                  <span className="text-error">Refused by the card provider</span>
                ) : (
                  <span className="text-warning">In progress; the shop retries automatically</span>
                ),
            },
          ]}
        />
      </div>
    </section>
  );
}
