import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { type Session, send } from "../../../api/client.ts";
import { errorMessage } from "../../../api/error-messages.ts";
import { ApiError, isAuthError } from "../../../api/errors.ts";
import { useSession } from "../../../api/session/SessionProvider.tsx";
import { roleQuery } from "../../../api/session/use-role.ts";
import { currentShop } from "../../../api/shop.ts";
import { hasOwnDocument, paths } from "../../../pages.ts";
import { ignorePointer } from "../../../ui/ignore-pointer.ts";
import { callbackParams, SECOND_STEP } from "./callback-params.ts";
import { loginErrorMessage } from "./login-errors.ts";
import { type AuthScreen, returnTo, roleFor, wantedAfter } from "./return-to.ts";

/**
 * Completes a login of any kind: requests the token, then replaces this page with the one to return
 * to. Starts automatically after a redirect from a provider. `origin` is where the visitor came
 * from. `start` is where the login leads without an origin.
 */
export function useLogin(origin: string | undefined, screen: AuthScreen = "login", start?: string) {
  const { search, state } = useLocation();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const { startSession } = useSession();
  const [callback] = useState(() => callbackParams(search));
  const [error, setError] = useState(callback.errorMessage);
  const [isLoggingIn, setIsLoggingIn] = useState(callback.provider !== undefined);
  const from = origin ?? callback.returnTo;
  const wanted = from === undefined && start ? start : wantedAfter(screen, from);
  const finish = useRef<() => void>(undefined);

  // The second press of a double click would hit the next page.
  useEffect(
    () => () => {
      if (!finish.current) return;
      ignorePointer(document.getElementById("main"));
      finish.current();
    },
    [],
  );

  /** Resolves when this page is gone, so that its form stays busy until then. */
  const completeLogin = async (session: Session) => {
    setIsLoggingIn(true);
    try {
      await startSession(session);
      if (!session.email) {
        // The link of the e-mail may be what the login was for.
        if (wanted?.startsWith(`${paths.finish}#`)) navigate(wanted, { replace: true });
        else navigate(paths.finish, { replace: true, state: { from: wanted } });
      } else {
        // An owner goes on with the steps to the open shop.
        const isOpening = !wanted && currentShop().shopState === "opening";
        const status =
          (roleFor(wanted) || isOpening) &&
          (await queryClient.fetchQuery(roleQuery(session.email)));
        const role = status ? status.accountRole : undefined;
        const target = isOpening && role === "admin" ? paths.dashboard : returnTo(wanted, role);
        if (hasOwnDocument(target)) window.location.replace(target);
        else if (screen === "signup" && target !== paths.tools && target !== start) {
          // Back leads to the tools.
          navigate(paths.tools, { replace: true });
          navigate(target);
        } else navigate(target, { replace: true });
      }
    } catch (error) {
      setIsLoggingIn(false);
      throw error;
    }
    await new Promise<void>((resolve) => {
      finish.current = resolve;
    });
  };

  const askForCode = () =>
    navigate(paths.login, { replace: true, state: { from: wanted, secondStep: true } });

  /** Completes a login with the server's answer, or goes to the form for its second step. */
  const logIn = async (answer: Promise<Session>) => {
    try {
      await completeLogin(await answer);
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== SECOND_STEP) throw error;
      askForCode();
    }
  };

  /** Completes a login for which the provider's callback has set the session cookie. */
  const completeSocialLogin = async () => {
    try {
      await completeLogin(await send("GET /identity/session"));
    } catch (error) {
      setIsLoggingIn(false);
      setError(isAuthError(error) ? loginErrorMessage("no_session") : errorMessage(error));
    }
  };

  const onArrival = useEffectEvent(() => {
    if (callback.provider) void completeSocialLogin();
    // Removes the parameters from the address and keeps the page to return to.
    else if (search) {
      const { secondStep } = callback;
      navigate({ search: "" }, { replace: true, state: { ...state, from, secondStep } });
    }
  });
  useEffect(() => onArrival(), []);

  return {
    /** Where the visitor came from. */
    from,
    /** Shown below the form. */
    error,
    setError,
    isLoggingIn,
    /** Whether a redirect from a provider is being completed. The page then shows no form. */
    isReturning: callback.provider !== undefined && isLoggingIn,
    completeLogin,
    logIn,
    askForCode,
    completeSocialLogin,
  };
}

export type LoginFlow = ReturnType<typeof useLogin>;
