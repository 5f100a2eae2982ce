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
import { answer, api, type Session } from "../client.ts";
import { isSignedOut } from "../errors.ts";
import { clearToken, ensureToken, hasStoredToken, isTokenChange, keepTokenFresh } from "./token.ts";

/**
 * `unasked`: nothing hints at a session, so public pages do not ask for one; a guarded page does.
 * `unreachable`: the answer did not come. Nobody is sent anywhere on that ground.
 */
export type SessionState =
  | { status: "unasked" | "loading" | "unreachable" | "signed-out" }
  | { status: "signed-in"; session: Session };

interface SessionContextValue {
  state: SessionState;
  /** Asks the server who is signed in. */
  ask: () => Promise<void>;
  /** Call after the identity provider has said yes: gets the token, then the app counts as signed in. */
  enter: (session: Session) => Promise<void>;
  /**
   * Ends the session, clears the token, goes home. Rejects when the server cannot be told, unless `regardless`:
   * the cookie would live on, and signing out must not look done then.
   */
  signOut: (options?: { regardless: boolean }) => Promise<void>;
}

const removePrivate = (queryClient: QueryClient) =>
  queryClient.removeQueries({ predicate: (query) => query.meta?.private === true });

const SessionContext = createContext<SessionContextValue | undefined>(undefined);

export function SessionProvider({ children, hinted }: { children: ReactNode; hinted: boolean }) {
  const [state, setState] = useState<SessionState>({ status: hinted ? "loading" : "unasked" });
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const signedIn = state.status === "signed-in";

  // Counts what has been found out or done about the session: an answer that was overtaken changes nothing.
  const turn = useRef(0);
  const uid = useRef<string>(undefined);

  const forget = useCallback(() => {
    turn.current += 1;
    uid.current = undefined;
    clearToken();
    setState({ status: "signed-out" });
  }, []);

  const become = useCallback(
    (session: Session) => {
      if (session.uid !== uid.current) removePrivate(queryClient);
      uid.current = session.uid;
      setState({ status: "signed-in", session });
    },
    [queryClient],
  );

  const ask = useCallback(async () => {
    turn.current += 1;
    const mine = turn.current;
    setState((now) => (now.status === "signed-in" ? now : { status: "loading" }));
    try {
      const session = await answer(api.GET("/identity/session"));
      if (mine !== turn.current) return;
      if (session.email) await ensureToken(session.email);
      if (mine === turn.current) become(session);
    } catch (error) {
      if (mine !== turn.current) return;
      if (isSignedOut(error)) forget();
      else setState((now) => (now.status === "signed-in" ? now : { status: "unreachable" }));
    }
  }, [become, forget]);

  const enter = useCallback(
    async (session: Session) => {
      turn.current += 1;
      if (session.email) await ensureToken(session.email, { fresh: true });
      // Without an address there is no token, and the one of the account before is dead.
      else clearToken();
      become(session);
    },
    [become],
  );

  const signOut = useCallback(
    async (options?: { regardless: boolean }) => {
      await answer(api.POST("/identity/sign-out")).catch((error) => {
        if (!isSignedOut(error) && !options?.regardless) throw error;
      });
      if (hasOwnDocument(window.location.pathname)) {
        clearToken();
        window.location.assign(paths.home);
        return;
      }
      // Together, or a guard would send the page just left to /login.
      startTransition(() => {
        navigate(paths.home);
        forget();
      });
    },
    [forget, navigate],
  );

  useEffect(() => {
    if (hinted) void ask();
  }, [ask, hinted]);

  useEffect(() => (signedIn ? keepTokenFresh(forget) : undefined), [signedIn, forget]);

  useEffect(() => {
    if (!signedIn) removePrivate(queryClient);
  }, [signedIn, queryClient]);

  useEffect(() => {
    const follow = (event: StorageEvent) => {
      if (!isTokenChange(event)) return;
      if (event.newValue === null) forget();
      else void ask();
    };
    // A page that Back brings to life again has missed what other tabs did.
    const revive = (event: PageTransitionEvent) => {
      if (!event.persisted) return;
      if (hasStoredToken()) void ask();
      else forget();
    };
    window.addEventListener("storage", follow);
    window.addEventListener("pageshow", revive);
    return () => {
      window.removeEventListener("storage", follow);
      window.removeEventListener("pageshow", revive);
    };
  }, [ask, forget]);

  const value = useMemo(() => ({ state, ask, enter, signOut }), [state, ask, enter, signOut]);
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
export function useEndWhenRefused(error: unknown): boolean {
  const { signOut } = useSession();
  const refused = isSignedOut(error);
  useEffect(() => {
    if (refused) void signOut({ regardless: true });
  }, [refused, signOut]);
  return refused;
}
