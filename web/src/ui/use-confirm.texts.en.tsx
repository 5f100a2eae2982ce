import type { ReactNode } from "react";

export const texts = {
  deleteQuestion: (name: ReactNode) => <>Delete {name}?</>,
  deleteWarning: "If you delete tool you can not recovery it!",
  delete: "Delete",
};
