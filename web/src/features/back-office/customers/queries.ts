import { send } from "../../../api/client.ts";
import { privateQuery } from "../../../api/query.ts";
import { useChange } from "../../../api/use-change.ts";

export const customerQuery = (id: string) =>
  privateQuery(["users", "one", id], "/users/{id}", { path: { id } });

export const useSaveCustomerNotes = (id: string) =>
  useChange(
    (body: { notes: string; before: string }) =>
      send("PUT /users/{id}/notes", { path: { id }, body }),
    [["users", "one", id]],
  );
