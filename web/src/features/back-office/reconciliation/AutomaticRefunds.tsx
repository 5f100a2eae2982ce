import type { ReturnedPayment } from "../../../api/client.ts";
import { formatPrice } from "../../../money.ts";
import { DateText } from "../../../ui/DateText.tsx";
import { LongId } from "../../../ui/LongId.tsx";
import { Table } from "../../../ui/Table.tsx";
import { refunds as texts } from "./texts.en.tsx";

/** Payments that the shop refunded automatically, newest first. Manage Orders has the refunds that admins started. */
export function AutomaticRefunds({ payments }: { payments: ReturnedPayment[] }) {
  const automatic = payments.filter(({ byItself }) => byItself);
  if (automatic.length === 0) return null;
  return (
    <section className="mt-12" aria-labelledby="money-back">
      <h2 id="money-back" className="text-heading">
        {texts.title}
      </h2>
      <p className="mt-3 max-w-prose text-quiet">{texts.intro}</p>
      <div className="mt-4">
        <Table
          caption={texts.title}
          rows={automatic}
          rowKey={({ transactionId }) => transactionId}
          columns={[
            { title: texts.amount, numeric: true, cell: ({ amount }) => formatPrice(amount) },
            {
              title: texts.payment,
              rowHeader: true,
              cell: ({ transactionId }) => (
                <code className="text-sm">
                  <LongId id={transactionId} />
                </code>
              ),
            },
            {
              title: texts.order,
              cell: ({ orderId }) => (
                <code className="text-sm">
                  <LongId id={orderId} />
                </code>
              ),
            },
            {
              title: texts.lastStep,
              className: "sm:min-w-36",
              cell: ({ at }) => <DateText at={at} />,
            },
            {
              title: texts.state,
              className: "sm:min-w-28",
              cell: ({ state, refusal }) =>
                state === "done" ? (
                  <span className="text-success">{texts.refunded}</span>
                ) : refusal ? (
                  <span className="text-error">{texts.refused}</span>
                ) : (
                  <span className="text-warning">{texts.inProgress}</span>
                ),
            },
          ]}
        />
      </div>
    </section>
  );
}
