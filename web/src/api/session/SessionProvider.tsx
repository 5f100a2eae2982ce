import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import {
  createContext,
  type ReactNode,
  startTransition,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { useNavigate } from "react-router";
import { hasOwnDocument, paths } from "../../pages.ts";
import { api, type Session, unwrap } from "../client.ts";
import { isAuthError } from "../errors.ts";
import { clearToken, ensureToken, hasStoredToken, isTokenChange, keepTokenFresh } from "./token.ts";

/**
 * `unknown`: nothing hints at a session, so public pages do not ask for one; a guarded page does.
 * `unreachable`: the answer did not come. Nobody is sent anywhere on that ground.
 */
export type SessionState =
  | { status: "unknown" | "loading" | "unreachable" | "signed-out" }
  | { status: "signed-in"; session: Session };

interface SessionContextValue {
  state: SessionState;
  /** Asks the server who is signed in. */
  refresh: () => Promise<void>;
  /** Call after the identity provider has said yes: gets the token, then the app counts as signed in. */
  startSession: (session: Session) => Promise<void>;
  /**
   * Ends the session, clears the token, goes home. Rejects when the server cannot be told, unless `regardless`:
   * the cookie would live on, and signing out must not look done then.
   */
  signOut: (options?: { regardless: boolean }) => Promise<void>;
}

const removePrivate = (queryClient: QueryClient) =>
  queryClient.removeQueries({ predicate: (query) => query.meta?.private === true });

const SessionContext = createContext<SessionContextValue | undefined>(undefined);

export function SessionProvider({
  children,
  hasToken,
}: {
  children: ReactNode;
  hasToken: boolean;
}) {
  const [state, setState] = useState<SessionState>({ status: hasToken ? "loading" : "unknown" });
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const signedIn = state.status === "signed-in";

  // Counts what has been found out or done about the session: an answer that was overtaken changes nothing.
  const version = useRef(0);
  const uid = useRef<string>(undefined);

  const endSession = useCallback(() => {
    version.current += 1;
    uid.current = undefined;
    clearToken();
    setState({ status: "signed-out" });
  }, []);

  const setSession = useCallback(
    (session: Session) => {
      if (session.uid !== uid.current) removePrivate(queryClient);
      uid.current = session.uid;
      setState({ status: "signed-in", session });
    },
    [queryClient],
  );

  const refresh = useCallback(async () => {
    version.current += 1;
    const current = version.current;
    setState((now) => (now.status === "signed-in" ? now : { status: "loading" }));
    try {
      const session = await unwrap(api.GET("/identity/session"));
      if (current !== version.current) return;
      if (session.email) await ensureToken(session.email);
      if (current === version.current) setSession(session);
    } catch (error) {
      if (current !== version.current) return;
      if (isAuthError(error)) endSession();
      else setState((now) => (now.status === "signed-in" ? now : { status: "unreachable" }));
    }
  }, [setSession, endSession]);

  const startSession = useCallback(
    async (session: Session) => {
      version.current += 1;
      if (session.email) await ensureToken(session.email, { fresh: true });
      // Without an address there is no token, and the one of the account before is dead.
      else clearToken();
      setSession(session);
    },
    [setSession],
  );

  const signOut = useCallback(
    async (options?: { regardless: boolean }) => {
      await unwrap(api.POST("/identity/sign-out")).catch((error) => {
        if (!isAuthError(error) && !options?.regardless) throw error;
      });
      if (hasOwnDocument(window.location.pathname)) {
        clearToken();
        window.location.assign(paths.home);
        return;
      }
      // Together, or a guard would send the page just left to /login.
      startTransition(() => {
        navigate(paths.home);
        endSession();
      });
    },
    [endSession, navigate],
  );

  useEffect(() => {
    if (hasToken) void refresh();
  }, [refresh, hasToken]);

  useEffect(() => (signedIn ? keepTokenFresh(endSession) : undefined), [signedIn, endSession]);

  useEffect(() => {
    if (!signedIn) removePrivate(queryClient);
  }, [signedIn, queryClient]);

  useEffect(() => {
    const onStorage = (event: StorageEvent) => {
      if (!isTokenChange(event)) return;
      if (event.newValue === null) endSession();
      else void refresh();
    };
    // A page that Back brings to life again has missed what other tabs did.
    const onPageShow = (event: PageTransitionEvent) => {
      if (!event.persisted) return;
      if (hasStoredToken()) void refresh();
      else endSession();
    };
    window.addEventListener("storage", onStorage);
    window.addEventListener("pageshow", onPageShow);
    return () => {
      window.removeEventListener("storage", onStorage);
      window.removeEventListener("pageshow", onPageShow);
    };
  }, [refresh, endSession]);

  const value = useMemo(
    () => ({ state, refresh, startSession, signOut }),
    [state, refresh, startSession, signOut],
  );
  return <SessionContext value={value}>{children}</SessionContext>;
}

export function useSession() {
  const value = useContext(SessionContext);
  if (!value) throw new Error("useSession needs a SessionProvider above it");
  return value;
}

/** The account behind a guarded page. Guards render their pages for signed-in accounts with an e-mail only. */
export function useAccount(): { email: string; name: string } {
  const { state } = useSession();
  if (state.status !== "signed-in") throw new Error("useAccount needs a guarded route above it");
  return { email: state.session.email ?? "", name: state.session.displayName };
}

/** A token that is refused is not healed: the session ends and the visitor goes home. True from the refusal on. */
export function useSignOutOnAuthError(error: unknown): boolean {
  const { signOut } = useSession();
  const refused = isAuthError(error);
  useEffect(() => {
    if (refused) void signOut({ regardless: true });
  }, [refused, signOut]);
  return refused;
}
