import { useEffect } from "react";
import { Navigate, Outlet, useLocation } from "react-router";
import { useSession, useSignOutOnAuthError } from "../api/session/SessionProvider.tsx";
import { type Role, useRole, useWithheldReason } from "../api/session/use-role.ts";
import { assertNever } from "../assert-never.ts";
import { admits } from "../page.ts";
import { pageAt, paths } from "../pages.ts";
import { LoadError } from "../ui/LoadError.tsx";
import { Spinner } from "../ui/Spinner.tsx";
import { texts } from "./texts.en.ts";

interface RedirectToProps {
  path: string;
  /** Set for an account of the wrong role: the role that the page is for. */
  audience?: Role;
}

/** Redirects to a page that can return to this one. */
function RedirectTo({ path, audience }: RedirectToProps) {
  const { pathname, search, hash } = useLocation();
  return <Navigate to={path} replace state={{ from: `${pathname}${search}${hash}`, audience }} />;
}

/**
 * Shows its pages to signed-in accounts only, or to guests too. It is as high as the window, so
 * that the footer stays below it while a page grows.
 */
export const RequireAuth = ({ allowsGuests = false }: { allowsGuests?: boolean }) => (
  <div className="min-h-svh">
    <SignedIn allowsGuests={allowsGuests} />
  </div>
);

function SignedIn({ allowsGuests }: { allowsGuests: boolean }) {
  const { state, refresh } = useSession();
  const isUnknown = state.status === "unknown";

  useEffect(() => {
    if (isUnknown) void refresh();
  }, [isUnknown, refresh]);

  switch (state.status) {
    case "signed-in":
      // An account without a confirmed e-mail has no token, no role and no orders.
      return state.session.email ? <Outlet /> : <RedirectTo path={paths.finish} />;
    case "signed-out":
      return allowsGuests ? <Outlet /> : <RedirectTo path={paths.login} />;
    case "unreachable":
      return (
        <div className="measure py-24">
          <PageHeading />
          <LoadError
            error={undefined}
            message={texts.loginUnknown}
            onRetry={() => void refresh()}
          />
        </div>
      );
    case "unknown":
    case "loading":
      // A page for guests has boxes of its own.
      if (allowsGuests) return <Outlet />;
      // The footer waits below the window, so that it does not move.
      return (
        <div className="min-h-svh">
          <Spinner />
        </div>
      );
    default:
      return assertNever(state);
  }
}

export function RequireRole({ required }: { required: Role }) {
  const { data: role, error, refetch } = useRole();
  const isSigningOut = useSignOutOnAuthError(error);
  const withheld = useWithheldReason();
  if (isSigningOut) return <Spinner label={texts.signingOut} />;
  // The account page says what to do.
  if (withheld && required !== "customer") return <Navigate to={paths.account} replace />;
  if (role)
    return admits(required, role) ? (
      <Outlet />
    ) : (
      <RedirectTo path={paths.login} audience={required} />
    );
  if (error)
    return (
      <>
        <PageHeading />
        <LoadError error={error} onRetry={() => void refetch()} />
      </>
    );
  return <Spinner />;
}

/** The title of the page that could not be shown. */
const PageHeading = () => (
  <h1 className="mb-8 text-title">{pageAt(useLocation().pathname)?.title}</h1>
);
