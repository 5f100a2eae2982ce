import { queryOptions, useQuery } from "@tanstack/react-query";
import { api, unwrap } from "../client.ts";
import { useSession } from "./SessionProvider.tsx";

export type Role = "admin" | "staff" | "customer";

interface RoleStatus {
  role: Role;
  /** The shop asks for two-step login, and the account does not use it. Until then it acts as a customer. */
  secondFactorMissing: boolean;
}

export const allRoles = { queryKey: ["role"] };

export const roleQuery = (email: string) =>
  queryOptions({
    queryKey: [...allRoles.queryKey, email],
    queryFn: async ({ signal }): Promise<RoleStatus> => {
      const path = { email };
      const status = await unwrap(api.GET("/admin/{email}", { params: { path }, signal }));
      const role = status.admin ? "admin" : status.role === "staff" ? "staff" : "customer";
      return { role, secondFactorMissing: status.secondFactorMissing === true };
    },
    meta: { private: true },
  });

/** The current role of the signed-in account. It decides what is shown, never what is allowed. */
export function useRole() {
  return useRoleStatus(({ role }) => role);
}

export function useSecondFactorMissing(): boolean {
  return useRoleStatus(({ secondFactorMissing }) => secondFactorMissing).data === true;
}

function useRoleStatus<Part>(select: (status: RoleStatus) => Part) {
  const { state } = useSession();
  const email = state.status === "signed-in" ? (state.session.email ?? null) : null;
  return useQuery({ ...roleQuery(email ?? ""), enabled: email !== null, select });
}
