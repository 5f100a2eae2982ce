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
import { keepCountOfSession } from "../basket-count.ts";
import { type Session, send } from "../client.ts";
import { isAuthError } from "../errors.ts";
import { finishBeforeSignOut } from "./before-sign-out.ts";
import { clearAfterOtherTab, clearTab, holdFor, isSignedOut, release } from "./tab-storage.ts";
import { clearToken, ensureToken, hasStoredToken, isTokenChange, keepTokenFresh } from "./token.ts";

/**
 * `unknown` means that there is no sign of a session. Public pages do not ask the server then, and
 * guarded pages do. `unreachable` means that the server did not respond. Guards do not redirect in
 * this state.
 */
export type SessionState =
  | { status: "unknown" | "loading" | "unreachable" }
  /** `hasEnded` says that there was a session here, and that Sign Out was not pressed. */
  | { status: "signed-out"; hasEnded: boolean }
  | { status: "signed-in"; session: Session };

interface SessionContextValue {
  state: SessionState;
  /** How often an account has left this page. */
  leaves: number;
  /** Reads the session from the server. */
  refresh: () => Promise<void>;
  /**
   * Requests the token, then marks the app as signed in. Callers run this after a successful login.
   */
  startSession: (session: Session) => Promise<void>;
  /**
   * Sends what is still held, ends the session, clears the token and goes home. Rejects if the
   * server does not respond, because the cookie would still be valid. `regardless` signs out here
   * in any case. `hasEnded` says that the server has ended the session, so that what was typed
   * stays for the same account.
   */
  signOut: (options?: SignOutOptions) => Promise<void>;
}

interface SignOutOptions {
  regardless: boolean;
  hasEnded?: boolean;
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

  // Increases with every change of the session, so that a late response to an earlier request changes nothing.
  const version = useRef(0);
  const uid = useRef<string>(undefined);
  const [leaves, setLeaves] = useState(0);

  const leave = useCallback((next?: string) => {
    if (uid.current && uid.current !== next) setLeaves((count) => count + 1);
    uid.current = next;
  }, []);

  const endSession = useCallback(
    (by: "itself" | "sign-out" | "other-tab") => {
      version.current += 1;
      const hasEnded = by === "itself" && (uid.current !== undefined || hasStoredToken());
      if (by === "itself") release();
      else if (by === "sign-out") clearTab();
      else clearAfterOtherTab();
      leave();
      clearToken();
      setState({ status: "signed-out", hasEnded });
    },
    [leave],
  );

  const setSession = useCallback(
    (session: Session) => {
      if (session.uid !== uid.current) removePrivate(queryClient);
      leave(session.uid);
      holdFor(session.uid);
      if (session.basketCount !== undefined) keepCountOfSession(session.basketCount, session.uid);
      setState({ status: "signed-in", session });
    },
    [queryClient, leave],
  );

  const refresh = useCallback(async () => {
    version.current += 1;
    const current = version.current;
    setState((now) => (now.status === "signed-in" ? now : { status: "loading" }));
    try {
      const session = await send("GET /identity/session");
      if (current !== version.current) return;
      if (session.email) await ensureToken(session.email);
      if (current === version.current) setSession(session);
    } catch (error) {
      if (current !== version.current) return;
      if (isAuthError(error)) endSession("itself");
      else setState((now) => (now.status === "signed-in" ? now : { status: "unreachable" }));
    }
  }, [setSession, endSession]);

  const startSession = useCallback(
    async (session: Session) => {
      version.current += 1;
      if (session.email) await ensureToken(session.email, { fresh: true });
      // An account without an e-mail has no token, and the previous account's token is invalid.
      else clearToken();
      setSession(session);
    },
    [setSession],
  );

  const signOut = useCallback(
    async (options?: SignOutOptions) => {
      await finishBeforeSignOut();
      await send("POST /identity/sign-out").catch((error) => {
        if (!isAuthError(error) && !options?.regardless) throw error;
      });
      if (hasOwnDocument(window.location.pathname)) {
        // First, because other tabs ask when the token is gone.
        if (options?.hasEnded) release();
        else clearTab();
        clearToken();
        window.location.assign(paths.home);
        return;
      }
      // Both happen in one transition. Otherwise a guard would redirect the page that is being left
      // to /login.
      startTransition(() => {
        navigate(paths.home);
        endSession(options?.hasEnded ? "itself" : "sign-out");
      });
    },
    [endSession, navigate],
  );

  useEffect(() => {
    if (hasToken) void refresh();
  }, [refresh, hasToken]);

  // The style sheet reads this attribute. theme.js sets it before the first paint.
  useEffect(() => {
    document.documentElement.dataset.session = state.status;
  }, [state.status]);

  useEffect(
    () => (signedIn ? keepTokenFresh(() => endSession("itself")) : undefined),
    [signedIn, endSession],
  );

  // When a session ends, and not before the first one: a guest's order is being read then.
  useEffect(
    () => (signedIn ? () => removePrivate(queryClient) : undefined),
    [signedIn, queryClient],
  );

  useEffect(() => {
    const end = () => endSession(isSignedOut() ? "other-tab" : "itself");
    const onStorage = (event: StorageEvent) => {
      if (!isTokenChange(event)) return;
      if (event.newValue === null) end();
      else void refresh();
    };
    // A page restored by Back has missed the changes of other tabs.
    const onPageShow = (event: PageTransitionEvent) => {
      if (!event.persisted) return;
      if (hasStoredToken()) void refresh();
      else end();
    };
    window.addEventListener("storage", onStorage);
    window.addEventListener("pageshow", onPageShow);
    return () => {
      window.removeEventListener("storage", onStorage);
      window.removeEventListener("pageshow", onPageShow);
    };
  }, [refresh, endSession]);

  const value = useMemo(
    () => ({ state, leaves, refresh, startSession, signOut }),
    [state, leaves, refresh, startSession, signOut],
  );
  return <SessionContext value={value}>{children}</SessionContext>;
}

export function useSession() {
  const value = useContext(SessionContext);
  if (!value) throw new Error("useSession needs a SessionProvider above it");
  return value;
}

/** The account of a guarded page. Guards render pages only for signed-in accounts that have an e-mail. */
export function useAccount(): { email: string; name: string } {
  const { state } = useSession();
  if (state.status !== "signed-in") throw new Error("useAccount needs a guarded route above it");
  return { email: state.session.email ?? "", name: state.session.displayName };
}

/** Ends the session and goes home when the server rejects the token. Returns true from then on. */
export function useSignOutOnAuthError(error: unknown): boolean {
  const { signOut } = useSession();
  const refused = isAuthError(error);
  useEffect(() => {
    if (refused) void signOut({ regardless: true, hasEnded: true });
  }, [refused, signOut]);
  return refused;
}
