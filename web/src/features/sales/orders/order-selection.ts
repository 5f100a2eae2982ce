import { useState } from "react";
import type { Order } from "../../../api/client.ts";

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

/** Which of the orders to ship are selected. */
export function useSelection(orders: Order[]): Selection {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
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
