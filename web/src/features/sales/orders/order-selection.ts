import { useEffect, useState } from "react";
import { useLocation } from "react-router";
import type { Order } from "../../../api/client.ts";
import { keepInTab, readFromTab } from "../../../api/session/tab-storage.ts";

export const isToShip = ({ status }: Order) => status === "pending";

/** A disputed order is shipped alone, after a question. */
export const isOffered = (order: Order) => isToShip(order) && !order.disputedAt;

/** How many packing slips one page prints: as many as a page of the list has. */
export const MAX_SLIPS = 100;

export interface Selection {
  /** The orders to ship among the rows. */
  offered: Order[];
  selected: Order[];
  has: (order: Order) => boolean;
  set: (orders: Order[], selected: boolean) => void;
}

const KEPT_AS = "selected orders";

/** Which of the orders to ship are selected. The way back to the list finds them selected again. */
export function useSelection(orders: Order[]): Selection {
  const location = useLocation();
  // Every page that a bookmark or a typed address opens has this key, but a document has one such page.
  const key = location.key === "default" ? String(performance.timeOrigin) : location.key;
  const [ids, setIds] = useState<ReadonlySet<string>>(() => {
    const kept = readFromTab<{ key: string; ids: string[] }>(KEPT_AS);
    return new Set(kept?.key === key ? kept.ids : []);
  });
  useEffect(() => keepInTab(KEPT_AS, { key, ids: [...ids] }), [key, ids]);
  const offered = orders.filter(isOffered);
  const has = ({ _id }: Order) => ids.has(_id);
  return {
    offered,
    selected: offered.filter(has),
    has,
    set: (some, selected) => {
      const next = new Set(ids);
      for (const { _id } of some) selected ? next.add(_id) : next.delete(_id);
      setIds(next);
    },
  };
}
