import type { texts as english } from "./packing-slip.texts.en.tsx";

export const texts: typeof english = {
  title: "Bordereau d’expédition",
  titleOfSeveral: "Bordereaux d’expédition",
  quantity: "Quantité",
  packed: "Emballé",
  tracking: (link) => (
    <>
      Suivi{"\u00a0"}: {link}
    </>
  ),
  thanks: "Merci de votre commande. Bon jardinage!",
};
