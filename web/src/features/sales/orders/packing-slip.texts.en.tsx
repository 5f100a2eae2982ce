import type { ReactNode } from "react";

export const texts = {
  title: "Packing slip",
  titleOfSeveral: "Packing slips",
  quantity: "Quantity",
  packed: "Packed",
  tracking: (link: ReactNode) => <>Tracking: {link}</>,
  thanks: "Thank you for your order. Happy gardening!",
};
