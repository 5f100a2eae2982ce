// Prices travel as dollars and are reckoned as whole cents, so that 3 × $0.10 is $0.30.

export const toCents = (dollars: number) => Math.round(dollars * 100);

export const toDollars = (cents: number) => cents / 100;

/** `$1,234.50`. Written by hand: Intl may differ between the server's rendering and the browser's. */
export function formatCents(cents: number): string {
  const whole = Math.trunc(Math.abs(cents) / 100).toString();
  const rest = (Math.abs(cents) % 100).toString().padStart(2, "0");
  return `${cents < 0 ? "-" : ""}$${groupThousands(whole)}.${rest}`;
}

export const formatPrice = (dollars: number) => formatCents(toCents(dollars));

export const formatCount = (count: number) => groupThousands(count.toString());

const groupThousands = (digits: string) => digits.replace(/\B(?=(\d{3})+$)/g, ",");
