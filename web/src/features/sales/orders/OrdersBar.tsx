import { useRef } from "react";
import type { Order } from "../../../api/client.ts";
import { formatCount, pluralize } from "../../../money.ts";
import { Button } from "../../../ui/Button.tsx";
import { ignorePointer } from "../../../ui/ignore-pointer.ts";
import type { Selection } from "./order-selection.ts";
import { ShipWithTracking } from "./ShipWithTracking.tsx";
import type { Shipping } from "./use-shipping.ts";

interface OrdersBarProps {
  orders: Order[];
  count: string | undefined;
  selection: Selection;
  shipping: Shipping;
  waiting: number;
  onShowWaiting: () => void;
}

/** The line above the table: how many orders, and what can be done with several. It always has the same height. */
export function OrdersBar({
  orders,
  count,
  selection: { offered, selected, set },
  shipping,
  waiting,
  onShowWaiting,
}: OrdersBarProps) {
  const actions = useRef<HTMLDivElement>(null);
  const held = orders.filter(shipping.isHeld);

  return (
    <div className="orders-bar">
      {offered.length > 0 && (
        <label className="orders-select">
          <input
            type="checkbox"
            checked={selected.length === offered.length}
            ref={(box) => {
              if (box) box.indeterminate = selected.length > 0 && selected.length < offered.length;
            }}
            onChange={({ target }) => set(offered, target.checked)}
          />
          <span>
            <span className="orders-select-verb">Select </span>all
          </span>
        </label>
      )}
      <p
        role="status"
        className="figures line-clamp-2 min-w-0 text-sm leading-5 text-quiet wrap-anywhere"
      >
        {count}
      </p>
      <div ref={actions} className="ml-auto flex shrink-0 items-center gap-3">
        <p role="status" className="figures text-sm text-success">
          {held.length > 0 && selected.length === 0 && `${formatCount(held.length)} shipped`}
        </p>
        {selected.length > 0 ? (
          <>
            <ShipWithTracking selected={selected} onShipped={(shipped) => set(shipped, false)} />
            <Button
              small
              onClick={() => {
                shipping.ship(selected);
                set(selected, false);
                ignorePointer(actions.current);
              }}
            >
              Ship {pluralize(selected.length, "order")}
            </Button>
          </>
        ) : held.length > 0 ? (
          <Button
            variant="outline"
            small
            onClick={() => {
              shipping.undo(held);
              ignorePointer(actions.current);
            }}
          >
            Undo
          </Button>
        ) : (
          waiting > 0 && (
            <Button variant="outline" small onClick={onShowWaiting}>
              Show {formatCount(waiting)} new {waiting === 1 ? "order" : "orders"}
            </Button>
          )
        )}
      </div>
    </div>
  );
}
