import { queryOptions, useQuery } from "@tanstack/react-query";
import { api, unwrap } from "../client.ts";
import { useSession } from "./SessionProvider.tsx";

export type Role = "admin" | "staff" | "customer";

export const roleQuery = (email: string) =>
  queryOptions({
    queryKey: ["role", email],
    queryFn: async ({ signal }): Promise<Role> => {
      const path = { email };
      const { admin, role } = await unwrap(api.GET("/admin/{email}", { params: { path }, signal }));
      if (admin) return "admin";
      return role === "staff" ? "staff" : "customer";
    },
    meta: { private: true },
  });

/** The current role of the signed-in account. It decides what is shown, never what is allowed. */
export function useRole() {
  const { state } = useSession();
  const email = state.status === "signed-in" ? (state.session.email ?? null) : null;
  return useQuery({ ...roleQuery(email ?? ""), enabled: email !== null });
}
