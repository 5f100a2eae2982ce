import { type Category, send } from "../../../api/client.ts";
import { useChange } from "../../../api/use-change.ts";

export const useDeleteCategory = () =>
  useChange(
    ({ _id }: Category) => send("DELETE /categories/{id}", { path: { id: _id } }),
    ["categories", "tools"],
  );
