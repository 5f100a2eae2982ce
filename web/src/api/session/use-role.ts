import { queryOptions, useQuery } from "@tanstack/react-query";
import { send } from "../client.ts";
import { PRIVATE } from "../query.ts";
import { useSession } from "./SessionProvider.tsx";

export type Role = "admin" | "staff" | "customer";

/** What admins and staff have to mend first. Until then the account acts as a customer. */
export type WithheldReason = "weak password" | "no second factor";

interface RoleStatus {
  /** The role that the account has now. It is `customer` while another one is withheld. */
  role: Role;
  /** The role of the account, also while it is withheld. */
  accountRole: Role;
  withheld: WithheldReason | undefined;
}

const withheldRole = (role?: "admin" | "staff" | "user" | null): Role | undefined =>
  role === "admin" || role === "staff" ? role : undefined;

export const allRoles = { queryKey: ["role"] };

export const roleQuery = (email: string) =>
  queryOptions({
    queryKey: [...allRoles.queryKey, email],
    queryFn: async ({ signal }): Promise<RoleStatus> => {
      const status = await send("GET /admin/{email}", { path: { email }, signal });
      const role = status.admin ? "admin" : status.role === "staff" ? "staff" : "customer";
      const withheld = status.passwordTooWeak
        ? "weak password"
        : status.secondFactorMissing
          ? "no second factor"
          : undefined;
      return { role, accountRole: withheldRole(status.withheldRole) ?? role, withheld };
    },
    ...PRIVATE,
  });

/** The current role of the signed-in account. It decides what is shown, never what is allowed. */
export function useRole() {
  return useRoleStatus(({ role }) => role);
}

/** The role of the signed-in account, also while it is withheld. */
export function useAccountRole() {
  return useRoleStatus(({ accountRole }) => accountRole).data;
}

export function useWithheldReason(): WithheldReason | undefined {
  return useRoleStatus(({ withheld }) => withheld).data;
}

function useRoleStatus<Part>(select: (status: RoleStatus) => Part) {
  const { state } = useSession();
  const email = state.status === "signed-in" ? (state.session.email ?? null) : null;
  return useQuery({ ...roleQuery(email ?? ""), enabled: email !== null, select });
}
