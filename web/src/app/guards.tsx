import { type ReactNode, useEffect } from "react";
import { Navigate, Outlet, useLocation } from "react-router";
import { useEndWhenRefused, useSession } from "../api/session/SessionProvider.tsx";
import { type Role, useRole } from "../api/session/use-role.ts";
import { paths } from "../pages.ts";
import { Button } from "../ui/Button.tsx";
import { Trouble } from "../ui/LoadError.tsx";
import { Spinner } from "../ui/Spinner.tsx";

interface ToPageProps {
  path: string;
  /** For a wrong role: whom the page left is for. */
  audience?: Role;
}

/** Sends to a page that remembers where one came from. */
function ToPage({ path, audience }: ToPageProps) {
  const { pathname, search, hash } = useLocation();
  return <Navigate to={path} replace state={{ from: `${pathname}${search}${hash}`, audience }} />;
}

export function SignedInOnly() {
  const { state, ask } = useSession();
  const unasked = state.status === "unasked";

  useEffect(() => {
    if (unasked) void ask();
  }, [unasked, ask]);

  switch (state.status) {
    case "signed-in":
      // No token, no role, no orders: all of them hang on a confirmed e-mail.
      return state.session.email ? <Outlet /> : <ToPage path={paths.finish} />;
    case "signed-out":
      return <ToPage path={paths.login} />;
    case "unreachable":
      return (
        <InTheWay>
          <p>
            We could not find out whether you are logged in. Check your connection and try again.
          </p>
          <Button look="outline" small onClick={() => void ask()}>
            Try again
          </Button>
        </InTheWay>
      );
    default:
      return <Spinner />;
  }
}

export const AdminsOnly = () => <RoleOnly audience="admin" />;

export const CustomersOnly = () => <RoleOnly audience="customer" />;

function RoleOnly({ audience }: { audience: Role }) {
  const { data: role, error, refetch } = useRole();
  const refused = useEndWhenRefused(error);
  if (refused) return <Spinner label="Signing out" />;
  if (role)
    return role === audience ? <Outlet /> : <ToPage path={paths.login} audience={audience} />;
  if (error) return <Trouble error={error} onRetry={() => void refetch()} />;
  return <Spinner />;
}

const InTheWay = ({ children }: { children: ReactNode }) => (
  <div role="alert" className="measure flex flex-col items-start gap-4 py-24">
    {children}
  </div>
);
