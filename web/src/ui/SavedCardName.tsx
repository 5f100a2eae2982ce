import { texts } from "./SavedCardName.texts.en.ts";

interface SavedCardNameProps {
  brand: string;
  last4: string | undefined;
}

/** Visa ···· 4242 */
export const SavedCardName = ({ brand, last4 }: SavedCardNameProps) =>
  last4 ? (
    <>
      {brand} <span aria-hidden="true">····</span>
      <span className="sr-only">{texts.cardEndingIn}</span> <span className="figures">{last4}</span>
    </>
  ) : (
    brand
  );
