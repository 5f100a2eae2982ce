import { createContext, type MouseEvent, type ReactNode, useContext } from "react";
import { useHref, useLinkClickHandler, useLocation } from "react-router";
import { hasOwnDocument } from "../paths.ts";

/** Fetches the code of a path's page ahead of the click. The app provides it; alone, links do without. */
export const PreloadPage = createContext<(path: string) => void>(() => {});

interface AppLinkProps {
  to: string;
  children: ReactNode;
  className?: string;
  "aria-label"?: string;
  "aria-current"?: "page";
}

/** A link to a screen of the shop. Not the router's Link: that one brings its form and framework modes along. */
export function AppLink({ to, children, ...rest }: AppLinkProps) {
  const { pathname } = useLocation();
  const preload = useContext(PreloadPage);
  const follow = useLinkClickHandler<HTMLAnchorElement>(to);
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

/** As AppLink, and marked as the current page where it is. */
export function AppNavLink(props: Omit<AppLinkProps, "aria-current">) {
  const { pathname } = useLocation();
  return <AppLink {...props} aria-current={pathname === props.to ? "page" : undefined} />;
}
