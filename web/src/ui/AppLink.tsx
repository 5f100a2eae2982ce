import { createContext, type MouseEvent, type ReactNode, useContext } from "react";
import { useHref, useLinkClickHandler, useLocation } from "react-router";
import { hasOwnDocument, pageAt } from "../pages.ts";

/** Loads the code of a page ahead of the click. The app provides it. */
export const PreloadPage = createContext<(path: string) => void>(() => {});

interface AppLinkProps {
  to: string;
  /** The location state of the next page. A full page load loses it. */
  state?: unknown;
  children: ReactNode;
  className?: string;
  tabIndex?: number | undefined;
  "aria-label"?: string;
  "aria-current"?: "page" | "true" | undefined;
}

/** A link to a page of the shop. The router's Link would add the code of its form and framework modes. */
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
