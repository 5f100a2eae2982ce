import { useQuery } from "@tanstack/react-query";
import { Button } from "../../ui/Button.tsx";
import { nameOf } from "./login-errors.ts";
import { PhoneMark, ProviderMark } from "./ProviderIcon.tsx";
import { otherWaysQuery, startAddress } from "./providers.ts";
import { useSocial } from "./use-social-login.ts";

interface OtherWaysProps {
  screen: "login" | "signup";
  /** A path of the shop's own. */
  returnTo: string;
  onSignedIn: () => Promise<void>;
  onProblem: (text: string | undefined) => void;
  /** Absent where the phone is what one is busy with. */
  onPhone?: (() => void) | undefined;
}

/** Below the form: the ways of signing in that the shop offers beside e-mail and password, all alike. */
export function OtherWays({ screen, returnTo, onSignedIn, onProblem, onPhone }: OtherWaysProps) {
  const { data: ways } = useQuery(otherWaysQuery);
  const { underWay, start } = useSocial({
    addressOf: (provider, mode) => startAddress(provider, { mode, screen, returnTo }),
    onDone: onSignedIn,
    onProblem,
  });
  const byPhone = ways?.phone && onPhone;
  if (!ways || (ways.social.length === 0 && !byPhone)) return null;

  return (
    <div className="mt-8">
      <p className="flex items-center gap-4 text-sm text-quiet before:h-px before:grow before:bg-rule after:h-px after:grow after:bg-rule">
        or
      </p>
      <ul className="mt-6 space-y-2.5">
        {ways.social.map((provider) => (
          <li key={provider}>
            <Button
              look="outline"
              className="way-in"
              busy={underWay?.entering && underWay.provider === provider}
              onClick={() => void start(provider)}
            >
              <ProviderMark provider={provider} />
              Continue with {provider}
            </Button>
          </li>
        ))}
        {byPhone && (
          <li>
            <Button look="outline" className="way-in" onClick={onPhone}>
              <PhoneMark />
              Continue with phone
            </Button>
          </li>
        )}
      </ul>
      <p aria-live="polite" className="mt-3 min-h-5 text-sm text-quiet">
        {underWay &&
          (underWay.entering
            ? "Signing you in …"
            : `Go on where ${nameOf(underWay.provider)} asks you.`)}
      </p>
    </div>
  );
}
