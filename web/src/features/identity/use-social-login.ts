import { useEffect, useRef, useState } from "react";
import { sentence } from "../../api/error-messages.ts";
import { problemSentence } from "./login-errors.ts";
import { follow, type Outcome, openWindow } from "./popup.ts";
import type { Mode, Provider } from "./providers.ts";

interface SocialOptions {
  /** Where it begins; asked for once it is known whether there is a window. */
  addressOf: (provider: Provider, mode: Mode) => string | Promise<string>;
  onDone: () => Promise<void> | void;
  /** What to say under the form; undefined takes back what was said. */
  onProblem: (text: string | undefined) => void;
}

interface UnderWay {
  provider: Provider;
  /** The provider has said yes, and the shop lets one in. */
  entering: boolean;
}

/** Going to a provider and coming back: in a window of its own, or where there is none with the page itself. */
export function useSocial({ addressOf, onDone, onProblem }: SocialOptions) {
  const [underWay, setUnderWay] = useState<UnderWay>();
  const stop = useRef(() => {});
  useEffect(() => {
    // Back from the provider's page: the page one left is shown as it was.
    const revive = () => setUnderWay(undefined);
    window.addEventListener("pageshow", revive);
    return () => {
      stop.current();
      window.removeEventListener("pageshow", revive);
    };
  }, []);

  const start = async (provider: Provider) => {
    stop.current();
    onProblem(undefined);
    const popup = openWindow();
    setUnderWay({ provider, entering: false });
    try {
      const address = await addressOf(provider, popup ? "popup" : "redirect");
      if (!popup) {
        window.location.assign(address);
        return;
      }
      stop.current = follow(popup, {
        provider,
        onOutcome: (outcome) => void end(provider, outcome),
        onClosed: () => {
          setUnderWay(undefined);
          onProblem(problemSentence("window_closed", provider));
        },
      });
      popup.location.replace(address);
    } catch (error) {
      popup?.close();
      setUnderWay(undefined);
      onProblem(sentence(error));
    }
  };

  const end = async (provider: Provider, outcome: Outcome) => {
    onProblem(undefined);
    setUnderWay({ provider, entering: true });
    try {
      if ("problem" in outcome) onProblem(problemSentence(outcome.problem, provider));
      else await onDone();
    } catch (error) {
      onProblem(sentence(error));
    } finally {
      setUnderWay(undefined);
    }
  };

  return { underWay, start };
}
