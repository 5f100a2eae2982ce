/** Removes spaces and the sign of a currency, which stands at either end. */
export const withoutSign = (typed: string) =>
  typed.replace(/[\s$€£]/g, "").replace(/^[A-Z]+|[A-Z]+$/g, "");
