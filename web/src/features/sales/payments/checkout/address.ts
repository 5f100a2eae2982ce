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
export const isWholeCode = (typed: string) => typed.replace(/[^a-z0-9]/gi, "").length === 6;

/** Whether the server only wrote a code in its own way: `h2x-1y4` is `H2X 1Y4`, and O and I are digits. */
export function isSameCode(typed: string, corrected: string) {
  const plain = (code: string) =>
    code
      .toUpperCase()
      .replace(/[^A-Z0-9]/g, "")
      .replaceAll("O", "0")
      .replaceAll("I", "1");
  return plain(typed) === plain(corrected);
}
