import {
  keepPreviousData,
  type QueryClient,
  useMutation,
  useQueryClient,
} from "@tanstack/react-query";
import { type CustomerSummary, send, type User } from "../../../api/client.ts";
import { PRIVATE, pagesQuery, privateQuery } from "../../../api/query.ts";
import { useChange } from "../../../api/use-change.ts";
import type { RoleChange } from "./role-changes.ts";

/** Users whose e-mail contains `search`, oldest first. All of them, or the blocked ones. */
export const usersQuery = (search: string, blocked: boolean) =>
  pagesQuery(
    ["users", { search, blocked }],
    "/users",
    { query: { limit: 100, q: search || undefined, blocked: blocked || undefined } },
    { placeholderData: keepPreviousData, ...PRIVATE },
  );

const CUSTOMERS = ["users", "customers"];

/** Name, town and orders of the users of each page. */
export const customersQueries = (pages: { rows: User[] }[]) =>
  pages
    .map(({ rows }) => rows.map(({ _id }) => _id))
    .filter((ids) => ids.length > 0)
    .map((ids) => {
      const input = { query: { ids: ids.join(",") } };
      return privateQuery([...CUSTOMERS, input.query.ids], "/customers", input);
    });

/** What is known from earlier pages and searches. */
export const knownCustomers = (queryClient: QueryClient) =>
  queryClient
    .getQueriesData<CustomerSummary[]>({ queryKey: CUSTOMERS })
    .flatMap(([, customers]) => customers ?? []);

/** Gives a user a role, or takes it away. Resolves to false if nothing changed. */
export function useChangeRole() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async ({ user, change }: { user: User; change: RoleChange }) => {
      const isAdmin = change === "none" ? user.role === "admin" : change === "admin";
      const method = change === "none" ? "DELETE" : "PUT";
      const { modifiedCount } = await send(
        `${method} /user/${isAdmin ? "admin" : "staff"}/{email}`,
        { path: { email: user.email } },
      );
      return modifiedCount > 0;
    },
    // The mutation does not wait for this. The dialog returns the focus to the row's button before its text changes.
    onSettled: () => void queryClient.invalidateQueries({ queryKey: ["users"] }),
  });
}

export const unpaidCustomersQuery = privateQuery(
  ["users", "unpaid"],
  "/orders/unpaid-by-customer",
  {},
  { staleTime: 0 },
);

/** A change of one account, and of its unpaid orders. */
const useUserChange = <Answer>(change: (input: { path: { id: string } }) => Promise<Answer>) =>
  useChange((id: string) => change({ path: { id } }), ["users", "orders", "tools"]);

export const useDeleteUnpaidOrders = () =>
  useUserChange((input) => send("DELETE /users/{id}/unpaid-orders", input));

export const useBlock = () => useUserChange((input) => send("POST /users/{id}/block", input));

export const useUnblock = () => useUserChange((input) => send("DELETE /users/{id}/block", input));
