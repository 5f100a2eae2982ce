import type { ReactNode } from "react";

/** What stands below a review, for visitors, its author and the owner. */
export const texts = {
  verifiedPurchase: (tool: ReactNode) => <>Verified purchase: {tool}</>,
  fromFormerShop: "From our former shop",
  answers: (shop: string) => `${shop} answers`,
};
