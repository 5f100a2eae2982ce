import {
  addTransitionType,
  createContext,
  type MouseEvent,
  type ReactNode,
  type Ref,
  startTransition,
  useContext,
} from "react";
import { UNSAFE_NavigationContext as NavigationContext, useLocation } from "react-router";
import { purchasedToolId } from "../page-paths.ts";
import { hasOwnDocument, pageAt, paths } from "../pages.ts";
import { OPENS_TOOL } from "./SharedPicture.tsx";

/** Loads code and first data of a page ahead of the click. The app provides it. */
export const PreloadPage = createContext<(path: string) => void>(() => {});

/** A pointer that only crosses a link, and a finger that scrolls, leave it sooner. */
const INTENT = 50;

/** Whether the visitor has asked the browser for little data. Some browsers do not tell. */
const savesData = () =>
  "connection" in navigator &&
  (navigator.connection as { saveData?: boolean } | undefined)?.saveData === true;

let intent: ReturnType<typeof setTimeout> | undefined;

interface AppLinkProps {
  /** A path of the shop, with query and fragment. */
  to: string;
  /** The location state of the next page. A full page load loses it. */
  state?: unknown;
  children: ReactNode;
  className?: string;
  tabIndex?: number | undefined;
  ref?: Ref<HTMLAnchorElement>;
  /** Runs before the next page is shown. It does not run when the link opens in another tab. */
  onClick?: () => void;
  "aria-label"?: string;
  "aria-current"?: "page" | "true" | undefined;
}

/**
 * A link to a page of the shop. The router's own would render again at each change of the location. A list has
 * thousands of links.
 */
export function AppLink({ to, state, children, onClick, ...rest }: AppLinkProps) {
  const { navigator } = useContext(NavigationContext);
  const preload = useContext(PreloadPage);
  const forget = () => clearTimeout(intent);
  const fetchAhead = () => {
    forget();
    if (savesData()) return;
    intent = setTimeout(() => preload(to), INTENT);
  };
  const open = (event: MouseEvent<HTMLAnchorElement>) => {
    const { pathname, search, hash } = window.location;
    const { button, metaKey, ctrlKey, shiftKey, altKey } = event;
    if (button !== 0 || metaKey || ctrlKey || shiftKey || altKey) return;
    onClick?.();
    if (hasOwnDocument(pathname) || hasOwnDocument(to)) return;
    event.preventDefault();
    startTransition(() => {
      if (showsTool(to)) addTransitionType(OPENS_TOOL);
      if (to === pathname + search + hash) navigator.replace(to, state);
      else navigator.push(to, state);
    });
  };
  return (
    <a
      href={to}
      onClick={open}
      onPointerEnter={fetchAhead}
      onPointerLeave={forget}
      onFocus={fetchAhead}
      onBlur={forget}
      {...rest}
    >
      {children}
    </a>
  );
}

const showsTool = (path: string) =>
  path.startsWith(`${paths.tools}/`) || purchasedToolId(path) !== undefined;

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
