import { createContext, type MouseEvent, type ReactNode, useContext } from "react";
import { useHref, useLinkClickHandler, useLocation } from "react-router";
import { hasOwnDocument, pageAt } from "../pages.ts";

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
  /** Marks the link on every page whose path begins with its own. */
  isSection?: boolean | undefined;
}

/** An AppLink that is marked on its own page and on the pages below it. */
export function AppNavLink({ isSection = false, ...link }: AppNavLinkProps) {
  const { pathname } = useLocation();
  const isBelow =
    pageAt(pathname)?.parent === link.to || (isSection && pathname.startsWith(link.to));
  const current = pathname === link.to ? "page" : isBelow ? "true" : undefined;
  return <AppLink {...link} aria-current={current} />;
}
