import { known } from "../../../date.ts";
import { shopFormats } from "../../../shop-locale.ts";

const format = shopFormats(
  ({ locale, timeZone }) =>
    new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeZone: known(timeZone) }),
);

/** `Nov 20, 2026`, where the shop is. */
export const formatShortDate = (at: string) => format().format(new Date(at));
