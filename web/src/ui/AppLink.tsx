import { createContext, type MouseEvent, type ReactNode, useContext } from "react";
import { matchPath, useHref, useLinkClickHandler, useLocation } from "react-router";
import { hasOwnDocument } from "../pages.ts";

/** Fetches the code of a path's page ahead of the click. The app provides it; alone, links do without. */
export const PreloadPage = createContext<(path: string) => void>(() => {});

interface AppLinkProps {
  to: string;
  /** What the next page is told; not across a full page load. */
  state?: unknown;
  children: ReactNode;
  className?: string;
  "aria-label"?: string;
  "aria-current"?: "page" | "true" | undefined;
}

/** A link to a screen of the shop. Not the router's Link: that one brings its form and framework modes along. */
export function AppLink({ to, state, children, ...rest }: AppLinkProps) {
  const { pathname } = useLocation();
  const preload = useContext(PreloadPage);
  const follow = useLinkClickHandler<HTMLAnchorElement>(to, { state });
  const byFullLoad = hasOwnDocument(pathname) || hasOwnDocument(to);
  const fetchAhead = () => preload(to);
  const onClick = (event: MouseEvent<HTMLAnchorElement>) => {
    if (!byFullLoad) follow(event);
  };
  return (
    <a
      href={useHref(to)}
      onClick={onClick}
      onPointerEnter={fetchAhead}
      onFocus={fetchAhead}
      {...rest}
    >
      {children}
    </a>
  );
}

interface AppNavLinkProps extends Omit<AppLinkProps, "aria-current"> {
  /** The pattern of pages that belong below this one. */
  over?: string | undefined;
}

/** As AppLink, and marked where it is the current page or the one above it. */
export function AppNavLink({ over, ...link }: AppNavLinkProps) {
  const { pathname } = useLocation();
  const current =
    pathname === link.to ? "page" : over && matchPath(over, pathname) ? "true" : undefined;
  return <AppLink {...link} aria-current={current} />;
}
