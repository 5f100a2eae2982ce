import { useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { useNavigate } from "react-router";
import type { Order } from "../../../api/client.ts";
import { packingSlipsPath } from "../../../page-paths.ts";
import { Button } from "../../../ui/Button.tsx";
import { ignorePointer } from "../../../ui/ignore-pointer.ts";
import { downloadAddresses } from "./address-csv.ts";
import { barTexts as texts } from "./manage-orders.texts.en.ts";
import { MAX_SLIPS, type Selection } from "./order-selection.ts";
import { orderQuery } from "./queries.ts";
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
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const held = orders.filter(shipping.isHeld);

  return (
    <div className={`orders-bar ${selected.length > 0 ? "orders-bar-selected" : ""}`}>
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
          {texts.selectAll}
        </label>
      )}
      <p role="status" className="line-clamp-2 min-w-0 text-sm leading-5 text-quiet wrap-anywhere">
        {selected.length > 0 ? texts.selected(selected.length) : count}
      </p>
      <div ref={actions} className="orders-bar-actions">
        <p role="status" className="text-sm text-success">
          {held.length > 0 && selected.length === 0 && texts.shipped(held.length)}
        </p>
        {selected.length > 0 ? (
          <>
            <Button
              small
              onClick={() => {
                shipping.ship(selected);
                set(selected, false);
                ignorePointer(actions.current);
              }}
            >
              {texts.ship(selected.length)}
            </Button>
            <Button
              variant="outline"
              small
              onClick={() => {
                // The slips do not load again what the list has.
                for (const order of selected)
                  queryClient.setQueryData(orderQuery(order._id).queryKey, order);
                void navigate(packingSlipsPath(selected.slice(0, MAX_SLIPS)), {
                  state: { print: true },
                });
              }}
            >
              {texts.packingSlips}
            </Button>
            <ShipWithTracking selected={selected} onShipped={(shipped) => set(shipped, false)} />
            <Button variant="outline" small onClick={() => downloadAddresses(selected)}>
              {texts.addresses}
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
            {texts.undo}
          </Button>
        ) : (
          waiting > 0 && (
            <Button variant="outline" small onClick={onShowWaiting}>
              {texts.showNew(waiting)}
            </Button>
          )
        )}
      </div>
    </div>
  );
}
