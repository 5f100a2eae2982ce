import type { ReactNode } from "react";
import { useLocation } from "react-router";
import { hasOwnDocument, paths } from "../pages.ts";
import { AppLink } from "./AppLink.tsx";

interface LoginLinkProps {
  className: string;
  children: ReactNode;
}

/** A link to a login that returns to this page, after the session has expired. */
export function LoginLink(props: LoginLinkProps) {
  const { pathname, search, hash } = useLocation();
  const from = `${pathname}${search}${hash}`;
  // The full page load would lose the state.
  const query = hasOwnDocument(pathname) ? `?returnTo=${encodeURIComponent(from)}` : "";
  return (
    <AppLink to={paths.login + query} state={{ from, expired: true }} data-remedy {...props} />
  );
}
