/** A tax at today's rate. The expected amount is calculated without the shop, in whole numbers. */
export class TodaysTax {
  /** The name of the tax in a sum, such as `HST 14%`. */
  readonly title: string;
  readonly #millionths: number;

  constructor(tax: string, percent: number) {
    this.title = `${tax} ${percent}%`;
    this.#millionths = Math.round(percent * 10_000);
  }

  /** Half a cent rounds up. */
  of(cents: number) {
    return Math.floor((cents * this.#millionths + 500_000) / 1_000_000);
  }
}
