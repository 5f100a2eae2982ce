import "./identity.css";
import { useQuery } from "@tanstack/react-query";
import { Button } from "../../../ui/Button.tsx";
import { texts as words } from "../../../ui/texts.en.ts";
import { texts } from "./AuthLayout.texts.en.tsx";
import { texts as errorTexts } from "./login-errors.texts.en.ts";
import { providerName } from "./login-errors.ts";
import { PhoneIcon, ProviderIcon } from "./ProviderIcon.tsx";
import { loginOptionsQuery, socialLoginUrl } from "./providers.ts";
import { useSocialLogin } from "./use-social-login.ts";

interface SocialLoginButtonsProps {
  screen: "login" | "signup";
  /** A path of this shop. */
  returnTo: string;
  onSignedIn: () => Promise<void>;
  onSecondStep: () => void;
  onError: (text: string | undefined) => void;
  /** Opens the phone form. It is absent while the form is open. */
  onPhone?: (() => void) | undefined;
}

/** The login methods that the shop offers besides e-mail and password. */
export function SocialLoginButtons({
  screen,
  returnTo,
  onSignedIn,
  onSecondStep,
  onError,
  onPhone,
}: SocialLoginButtonsProps) {
  const { data: options } = useQuery(loginOptionsQuery);
  const { current, start } = useSocialLogin({
    urlFor: (provider, mode) => socialLoginUrl(provider, { mode, screen, returnTo }),
    onDone: onSignedIn,
    onSecondStep,
    onError,
  });
  const byPhone = options?.phone && onPhone;
  if (!options || (options.social.length === 0 && !byPhone)) return null;

  return (
    <div className="mt-8">
      <p className="flex items-center gap-4 text-sm text-quiet before:h-px before:grow before:bg-rule after:h-px after:grow after:bg-rule">
        {texts.or}
      </p>
      <ul className="mt-6 space-y-2.5">
        {options.social.map((provider) => (
          <li key={provider}>
            <Button
              variant="outline"
              className="way-in"
              busy={current?.isConfirmed && current.provider === provider}
              onClick={() => void start(provider)}
            >
              <ProviderIcon provider={provider} />
              {texts.continueWith(provider)}
            </Button>
          </li>
        ))}
        {byPhone && (
          <li>
            <Button variant="outline" className="way-in" onClick={onPhone}>
              <PhoneIcon />
              {texts.continueWithPhone}
            </Button>
          </li>
        )}
      </ul>
      <p aria-live="polite" className="mt-3 min-h-5 text-sm text-quiet">
        {current &&
          (current.isConfirmed
            ? words.wait(texts.signingIn)
            : errorTexts.continueInWindow(providerName(current.provider)))}
      </p>
    </div>
  );
}
