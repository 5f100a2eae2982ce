import { useState } from "react";

interface SteadyRows<Row> {
  shown: Row[];
  /** How many new rows are not shown, because they would move the others. */
  waiting: number;
}

interface RowRules<Row> {
  keyOf: (row: Row) => string;
  /** Whether the list is for such rows. A shown row that has changed so that it is not, stays. */
  belongs: (row: Row) => boolean;
}

/** The rows after another reading of the same list. No row moves, unless one of them was deleted. */
export function mergeRows<Row>(
  shown: Row[],
  fresh: Row[],
  { keyOf, belongs }: RowRules<Row>,
): SteadyRows<Row> {
  const current = new Map(fresh.map((row) => [keyOf(row), row]));
  const known = new Set(shown.map(keyOf));
  const kept = shown.flatMap((old) => current.get(keyOf(old)) ?? (belongs(old) ? [] : [old]));
  const lastKnown = fresh.findLastIndex((row) => known.has(keyOf(row)));
  const between = fresh.slice(0, lastKnown + 1).filter((row) => !known.has(keyOf(row)));
  if (kept.length === 0) return firstRows(fresh, belongs);
  return { shown: [...kept, ...fresh.slice(lastKnown + 1)], waiting: between.length };
}

// A cached list may contain rows that have changed since.
const firstRows = <Row>(fresh: Row[], belongs: (row: Row) => boolean): SteadyRows<Row> => ({
  shown: fresh.filter(belongs),
  waiting: 0,
});

/**
 * The rows of a list that is read repeatedly. Rows change where they are, and new ones wait for `showWaiting`.
 * Another `choice` of the user starts with the fresh rows. `fresh` must be memoized.
 */
export function useSteadyRows<Row>(
  fresh: Row[] | undefined,
  choice: string,
  rules: RowRules<Row>,
): { rows: Row[] | undefined; waiting: number; showWaiting: () => void } {
  const [state, setState] = useState<SteadyRows<Row> & { fresh: Row[]; choice: string }>();
  let steady = state;
  if (fresh && (state?.fresh !== fresh || state.choice !== choice)) {
    const isSame = state?.choice === choice;
    const rows = isSame ? mergeRows(state.shown, fresh, rules) : firstRows(fresh, rules.belongs);
    steady = { ...rows, fresh, choice };
    setState(steady);
  }
  return {
    rows: fresh && steady?.shown,
    waiting: steady?.waiting ?? 0,
    showWaiting: () => fresh && setState({ ...firstRows(fresh, rules.belongs), fresh, choice }),
  };
}
