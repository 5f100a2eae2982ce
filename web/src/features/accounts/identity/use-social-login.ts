import { useEffect, useRef, useState } from "react";
import { errorMessage } from "../../../api/error-messages.ts";
import { SECOND_STEP } from "./callback-params.ts";
import { loginErrorMessage } from "./login-errors.ts";
import { openPopup, type PopupResult, watchPopup } from "./popup.ts";
import type { Provider, SocialLoginMode } from "./providers.ts";

interface SocialLoginOptions {
  /** The address that starts the login. Called once the popup is open, or known to be impossible. */
  urlFor: (provider: Provider, mode: SocialLoginMode) => string | Promise<string>;
  onDone: () => Promise<void> | void;
  /** The login needs its second step. */
  onSecondStep?: () => void;
  /** Receives the message to show, or undefined to clear it. */
  onError: (text: string | undefined) => void;
}

interface SocialLogin {
  provider: Provider;
  /** Whether the provider has confirmed the login and the shop completes it. */
  isConfirmed: boolean;
}

/** Runs a login at a provider: in a popup, or by redirecting the page. */
export function useSocialLogin({ urlFor, onDone, onSecondStep, onError }: SocialLoginOptions) {
  const [current, setCurrent] = useState<SocialLogin>();
  const stop = useRef(() => {});
  useEffect(() => {
    // Back from the provider restores the page in its old state.
    const reset = () => setCurrent(undefined);
    window.addEventListener("pageshow", reset);
    return () => {
      stop.current();
      window.removeEventListener("pageshow", reset);
    };
  }, []);

  const start = async (provider: Provider) => {
    stop.current();
    onError(undefined);
    const popup = openPopup();
    setCurrent({ provider, isConfirmed: false });
    try {
      const address = await urlFor(provider, popup ? "popup" : "redirect");
      if (!popup) {
        window.location.assign(address);
        return;
      }
      stop.current = watchPopup(popup, {
        provider,
        onResult: (outcome) => void finish(provider, outcome),
        onClosed: () => {
          setCurrent(undefined);
          onError(loginErrorMessage("window_closed", provider));
        },
      });
      popup.location.replace(address);
    } catch (error) {
      popup?.close();
      setCurrent(undefined);
      onError(errorMessage(error));
    }
  };

  const finish = async (provider: Provider, outcome: PopupResult) => {
    onError(undefined);
    setCurrent({ provider, isConfirmed: true });
    try {
      if ("problem" in outcome && outcome.problem === SECOND_STEP) onSecondStep?.();
      else if ("problem" in outcome) onError(loginErrorMessage(outcome.problem, provider));
      else await onDone();
    } catch (error) {
      onError(errorMessage(error));
    } finally {
      setCurrent(undefined);
    }
  };

  return { current, start };
}
