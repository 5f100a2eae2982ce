import "./refund-dialog.css";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useId, useState } from "react";
import type { Order } from "../../../api/client.ts";
import { orderName } from "../../../api/order-name.ts";
import type { PaymentMethod } from "../../../api/payment-methods.ts";
import { hasPurchase, isOneOfSeveral, purchaseIdOf } from "../../../api/purchase.ts";
import { useSendsEmail } from "../../../api/use-sends-email.ts";
import { formatPrice } from "../../../money.ts";
import { Button } from "../../../ui/Button.tsx";
import { Choice } from "../../../ui/Choice.tsx";
import { Dialog } from "../../../ui/Dialog.tsx";
import { Field } from "../../../ui/Field.tsx";
import { SelectField } from "../../../ui/SelectField.tsx";
import { useKeptState } from "../../../ui/use-kept-values.ts";
import { MethodOptions } from "./PaymentFields.tsx";
import { type RefundChoice, type RefundSelection, refundQuoteQuery } from "./queries.ts";
import { RefundPieces, type TypedPieces, toSelection } from "./RefundPieces.tsx";
import { RefundSum } from "./RefundSum.tsx";
import { texts } from "./refund.texts.en.tsx";
import { amountLeft, parsePart, refundErrorMessage, restockLabel } from "./refund.ts";

interface RefundDialogProps {
  /** The order to refund. The dialog is closed if this is undefined. */
  order: Order | undefined;
  busy: boolean;
  error: string | undefined;
  onCancel: () => void;
  /** `amount` is the amount as it is shown. */
  onRefund: (order: Order, choice: RefundChoice, amount: string) => void;
}

export function RefundDialog({ order, onCancel, ...rest }: RefundDialogProps) {
  const title = texts.title(<span dir="auto">{order?.customerName}</span>);
  return (
    <Dialog open={order !== undefined} title={title} onClose={onCancel}>
      {order && <RefundForm key={order._id} order={order} onCancel={onCancel} {...rest} />}
    </Dialog>
  );
}

/** Sets the attribute itself, because React's `autoFocus` focuses before the dialog is open. */
const focusFirst = (button: HTMLButtonElement | null) => button?.setAttribute("autofocus", "");

type Mode = "all" | "pieces" | "amount";

interface TypedRefund {
  mode: Mode;
  pieces: TypedPieces;
  amount: string;
  reason: string;
  note: string;
  restock: boolean;
  method: Order["paymentMethod"];
}

function RefundForm({
  order,
  busy,
  error,
  onCancel,
  onRefund,
}: RefundDialogProps & { order: Order }) {
  const sendsEmail = useSendsEmail();
  const id = purchaseIdOf(order);
  const [preset] = useState<TypedPieces>({ counts: { [order._id]: "1" }, delivery: false });
  const [typed, change] = useKeptState<TypedRefund>(`refund of ${order._id}`, {
    ...{ mode: order.refundBegunAt ? "pieces" : "all", restock: true, method: order.paymentMethod },
    ...{
      amount: "",
      reason: "",
      note: "",
      pieces: preset,
    },
  });
  const { restock, pieces, method } = typed;
  // Another window may have refunded a part while the session was over.
  const mode = order.refundBegunAt && !busy ? "pieces" : typed.mode;
  const [missing, setMissing] = useState<string>();
  // An order without a purchase keeps the amounts from when the dialog opened. Then the server
  // refuses a part that was sent twice.
  const [refundedBefore] = useState(order.refundedAmount ?? 0);
  const [left] = useState(amountLeft(order));
  const hasSum = hasPurchase(order);
  // What is left when the dialog opens. It stays as it was seen.
  const { data: seen, error: unseen } = useQuery({
    ...refundQuoteQuery(id, { lines: [] }),
    enabled: hasSum || mode === "pieces",
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnMount: "always",
  });
  const rest = seen?.left;
  const before = seen ? seen.refunded : refundedBefore;
  const line = rest?.lines.find(({ orderId }) => orderId === order._id);
  const wasShipped = Boolean(order.shippedAt);
  const lineLeft = line?.amount ?? left;
  const part = parsePart(typed.amount, lineLeft);

  const selection: RefundSelection | undefined =
    mode === "pieces"
      ? rest && toSelection(pieces, rest)
      : mode === "amount"
        ? part === undefined
          ? undefined
          : { lines: [{ orderId: order._id, amount: part }] }
        : {
            lines: [{ orderId: order._id }].filter(() => !line || line.amount > 0),
            delivery: !isOneOfSeveral(order) && Boolean(rest?.delivery),
          };
  const isEmpty = selection && selection.lines.length === 0 && !selection.delivery;
  const quote = useQuery({
    ...refundQuoteQuery(id, selection ?? { lines: [] }),
    enabled: seen !== undefined && selection !== undefined && !isEmpty,
  });
  const sum = selection && !isEmpty && seen ? quote.data : undefined;
  const plain = mode === "amount" ? (part ?? 0) : left;
  const chosen = seen ? (sum?.amount ?? 0) : plain;
  const amount = formatPrice(chosen);
  const isCalculating = !isEmpty && quote.isFetching && !sum;
  const canRestock =
    mode === "all"
      ? !wasShipped
      : mode === "pieces" &&
        rest !== undefined &&
        Boolean(selection?.lines.length) &&
        rest.lines.every(
          ({ orderId, canRestock: can }) =>
            can || !selection?.lines.some((chosen) => chosen.orderId === orderId),
        );
  const back =
    mode === "all"
      ? order.orderQuantity - (order.refundedQuantity ?? 0)
      : (selection?.lines.reduce((count, { quantity = 0 }) => count + quantity, 0) ?? 0);

  /** Who chooses something else first does not mean the piece that was preset. */
  const choosePieces = (next: TypedPieces) => {
    const isElsewhere = pieces === preset && next.counts[order._id] === "1";
    const counts = isElsewhere ? { ...next.counts, [order._id]: "0" } : next.counts;
    change({ pieces: { ...next, counts } });
  };

  const refund = () => {
    const recorded = method && { method };
    const returnStock = restock && canRestock;
    if (mode === "all") {
      const note = method && typed.note.trim() ? { note: typed.note.trim() } : undefined;
      return onRefund(order, { returnStock, ...recorded, ...note }, amount);
    }
    setMissing(
      mode === "amount" && part === undefined
        ? texts.enterAmount(formatPrice(lineLeft))
        : mode === "pieces" && !rest
          ? texts.piecesLoading
          : !selection || isEmpty
            ? texts.choosePieces
            : undefined,
    );
    if (!selection || isEmpty) return;
    const { lines, delivery = false } = selection;
    const reason = typed.reason.trim();
    const more = mode === "pieces" ? { delivery, returnStock } : {};
    onRefund(order, { lines, ...more, reason, refundedBefore: before, ...recorded }, amount);
  };

  if (order.refundBegunAt && !busy && (!hasSum || rest?.amount === 0))
    return (
      <>
        <p className="mt-3">{texts.alreadyRefunded}</p>
        <div className="mt-8 flex justify-end">
          <Button variant="outline" onClick={onCancel}>
            {texts.close}
          </Button>
        </div>
      </>
    );
  const notShipped = order.purchaseId ? texts.toolNotShipped : texts.orderNotShipped;
  const consequence =
    mode === "all" && !wasShipped ? notShipped : mode === "amount" && texts.orderStays;
  const isPiecesMissing = mode === "pieces" && (!selection || isEmpty) && missing;
  const problem =
    error ||
    (quote.error || unseen ? refundErrorMessage(quote.error ?? unseen) : isPiecesMissing || "");
  return (
    <>
      <p className="mt-3 text-quiet">
        {texts.orderFor(
          orderName(order),
          <span className="wrap-anywhere">{order.customerEmail}</span>,
        )}
      </p>
      {before > 0 && (
        <p className="mt-3 text-quiet">
          {hasSum
            ? texts.wentBack(formatPrice(before))
            : texts.wentBackOf(formatPrice(before), formatPrice(order.totalPrice))}
        </p>
      )}
      {!order.refundBegunAt && (
        <Choice
          legend={texts.howMuch}
          hideLegend
          className="mt-5"
          options={[
            [
              "all",
              isOneOfSeveral(order) ? texts.thisTool : before > 0 ? texts.theRest : texts.allOfIt,
            ],
            ["pieces", texts.pieces],
            ["amount", texts.anAmount],
          ]}
          value={mode}
          onChange={(value) => change({ mode: value as Mode })}
        />
      )}
      {mode === "pieces" && (
        <RefundPieces id={id} order={order} rest={rest} pieces={pieces} onChange={choosePieces} />
      )}
      {mode === "amount" && (
        <Field
          label={texts.amount(formatPrice(lineLeft))}
          hint={hasSum ? texts.amountHint : undefined}
          inputMode="decimal"
          autoComplete="off"
          maxLength={12}
          className="mt-5"
          value={typed.amount}
          error={missing}
          onChange={({ target }) => change({ amount: target.value })}
        />
      )}
      {mode !== "all" && (
        <Field
          label={texts.reason}
          hint={sendsEmail && texts.reasonHint}
          autoComplete="off"
          maxLength={300}
          className="mt-5"
          value={typed.reason}
          onChange={({ target }) => change({ reason: target.value })}
        />
      )}
      {method && (
        <SelectField
          label={texts.returnedBy}
          className="mt-4"
          value={method}
          onChange={({ target }) => change({ method: target.value as PaymentMethod })}
        >
          <MethodOptions />
        </SelectField>
      )}
      {canRestock ? (
        <Restock pieces={back} isOn={restock} onChange={(isOn) => change({ restock: isOn })} />
      ) : (
        mode === "all" && <p className="mt-3 text-quiet">{texts.wereShipped}</p>
      )}
      {method && mode === "all" && (
        <Field
          label={texts.note}
          hint={texts.noteHint}
          autoComplete="off"
          maxLength={300}
          className="mt-4"
          value={typed.note}
          onChange={({ target }) => change({ note: target.value })}
        />
      )}
      <RefundSum sum={sum} isOld={quote.isPlaceholderData} amount={amount} />
      <p className="mt-3 text-quiet">
        {method ? texts.returnYourself : texts.goesToCard} {consequence && `${consequence} `}
        {texts.cannotUndo}
      </p>
      <div role="alert" className="text-error">
        {problem && <p className="mt-5">{problem}</p>}
      </div>
      <div className="refund-actions flex flex-wrap justify-end gap-3">
        <Button variant="outline" ref={focusFirst} onClick={onCancel}>
          {texts.cancel}
        </Button>
        <Button variant="danger" busy={busy || isCalculating} onClick={refund}>
          {busy
            ? texts.refunding
            : isCalculating
              ? texts.calculating
              : chosen > 0
                ? texts.refundAmount(amount)
                : texts.refund}
        </Button>
      </div>
    </>
  );
}

interface RestockProps {
  pieces: number;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
}

function Restock({ pieces, isOn, onChange }: RestockProps): ReactNode {
  const hintId = useId();
  return (
    <div className="mt-4">
      <label className="flex min-h-6 cursor-pointer items-start gap-3">
        <input
          type="checkbox"
          className="mt-0.5 size-5 shrink-0 accent-primary"
          checked={isOn}
          aria-describedby={hintId}
          onChange={(event) => onChange(event.target.checked)}
        />
        <span className="font-medium">{restockLabel(pieces)}</span>
      </label>
      <p id={hintId} className="mt-1 pl-8 text-sm text-quiet">
        {texts.restockHint}
      </p>
    </div>
  );
}
