import { useEffect, useRef } from "react";
import { NavigationType, useLocation, useNavigationType } from "react-router";

/** Does on navigation what a full page load does: scrolls to the top and moves the focus to the content. */
export function RouteAnnouncer() {
  const { pathname } = useLocation();
  const navigation = useNavigationType();
  const previous = useRef(pathname);

  useEffect(() => {
    if (previous.current === pathname) return;
    previous.current = pathname;
    // The browser itself restores the scroll position on Back and Forward.
    if (navigation !== NavigationType.Pop) window.scrollTo(0, 0);
    document.getElementById("main")?.focus({ preventScroll: true });
  }, [pathname, navigation]);

  return null;
}
