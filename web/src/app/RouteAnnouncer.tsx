import { useEffect, useRef } from "react";
import { NavigationType, useLocation, useNavigationType } from "react-router";

/** What a full page load would do by itself: a new page begins at its top, and keyboard and screen reader begin there too. */
export function RouteAnnouncer() {
  const { pathname } = useLocation();
  const navigation = useNavigationType();
  const previous = useRef(pathname);

  useEffect(() => {
    if (previous.current === pathname) return;
    previous.current = pathname;
    // Back and forward: the browser puts the page where it was.
    if (navigation !== NavigationType.Pop) window.scrollTo(0, 0);
    document.getElementById("main")?.focus({ preventScroll: true });
  }, [pathname, navigation]);

  return null;
}
