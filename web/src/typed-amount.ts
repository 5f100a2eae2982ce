/** Without the sign of a currency, which stands at either end, and without spaces. */
export const withoutSign = (typed: string) =>
  typed.replace(/[\s$€£]/g, "").replace(/^[A-Z]+|[A-Z]+$/g, "");
