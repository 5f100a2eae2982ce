import type { Place } from "../../api/place.ts";
import type { Province } from "../../provinces.ts";

/** An address while it is typed. */
export interface TypedAddress {
  name: string;
  company: string;
  street: string;
  unit: string;
  city: string;
  province: string;
  postalCode: string;
  phone: string;
}

const NOTHING_TYPED: TypedAddress = {
  name: "",
  company: "",
  street: "",
  unit: "",
  city: "",
  province: "",
  postalCode: "",
  phone: "",
};

/** Every part that is known. */
export const withKnown = (known: Partial<Record<keyof TypedAddress, string | null>>) =>
  Object.fromEntries(
    Object.entries(NOTHING_TYPED).map(([part, empty]) => [
      part,
      known[part as keyof TypedAddress] ?? empty,
    ]),
  ) as unknown as TypedAddress;

/** Whether all six characters are there. The server corrects letters for digits, and asks about the rest. */
const isWholeCode = (typed: string) => {
  const plain = typed.replace(/[^a-z0-9]/gi, "");
  return plain.length === 6 || /([a-z][0-9oil]){3}(canada)?$/i.test(plain);
};

/** Whether the server only wrote a code in its own way: `h2x-1y4` is `H2X 1Y4`, and O, I and L are digits. */
export function isSameCode(typed: string, corrected: string) {
  const plain = (code: string) =>
    code
      .toUpperCase()
      .replace(/[^A-Z0-9]/g, "")
      .replaceAll("O", "0")
      .replace(/[IL]/g, "1");
  return plain(typed) === plain(corrected);
}

/** Parts that were left empty are not sent. */
export const partsOf = ({
  name,
  street,
  city,
  postalCode,
  province,
  ...optional
}: TypedAddress) => ({
  ...{ name, street, city, postalCode },
  ...(province && { province: province as Province }),
  ...Object.fromEntries(Object.entries(optional).filter(([, typed]) => typed.trim() !== "")),
});

/** `10-123 Main St, Halifax NS  B3J 1A1`, as the shop writes an address on one line. What is before it is a name. */
const ONE_LINE =
  /^(?:.*, )?(?:(?<unit>[^-,\s]+)-)?(?<street>[^,]+), (?<city>[^,]+) (?<province>[A-Z]{2})\s+(?<postalCode>[A-Z]\d[A-Z] ?\d[A-Z]\d)$/;

/** The parts of an address that the shop wrote. Undefined for one that was typed freely. */
export const partsOfLine = (line: string): Partial<TypedAddress> | undefined =>
  ONE_LINE.exec(line.trim())?.groups;

/** A code that is not complete yet says nothing about the place. */
export const placeOf = ({ province, postalCode }: TypedAddress): Place => ({
  ...(province && { province: province as NonNullable<Place["province"]> }),
  ...(isWholeCode(postalCode) && { postalCode }),
});

/** Whether an address can be in the place that was chosen in the basket. */
export const isAt = (address: TypedAddress, { province, postalCode }: Place) =>
  (!province || address.province === province) &&
  (!postalCode || isSameCode(address.postalCode, postalCode));

/** The same customer in another place. */
export const movedTo = (
  { province = "", postalCode = "" }: Place,
  { name, company, phone }: TypedAddress,
): TypedAddress => ({ ...NOTHING_TYPED, name, company, phone, province, postalCode });

const WORD =
  "apt|apartments?|app|appartement|suite|ste|unité?|bureau|condos?|towers?|building|bldg";
const UNIT_WITHOUT_NUMBER = new RegExp(`(?:\\b(?:${WORD})\\.?\\s*#?|#)\\s*(?:$|,)`, "i");

/**
 * Whether a street names an apartment, a suite or a building of several, and nothing says which: `12 Fern Lane Apt`.
 */
export const lacksUnit = ({ street, unit }: Pick<TypedAddress, "street" | "unit">) =>
  unit.trim() === "" && UNIT_WITHOUT_NUMBER.test(street);
