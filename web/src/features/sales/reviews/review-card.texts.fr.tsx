import type { texts as english } from "./review-card.texts.en.tsx";

export const texts: typeof english = {
  verifiedPurchase: (tool) => (
    <>
      Achat vérifié{"\u00a0"}: {tool}
    </>
  ),
  fromFormerShop: "De notre ancienne boutique",
  answers: (shop) => `${shop} répond`,
};
