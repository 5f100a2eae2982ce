import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { send } from "../../../../api/client.ts";
import { errorMessage } from "../../../../api/error-messages.ts";
import { paths } from "../../../../pages.ts";
import { Button } from "../../../../ui/Button.tsx";
import { Dialog } from "../../../../ui/Dialog.tsx";
import { texts as words } from "../../../../ui/texts.en.ts";
import { showToast } from "../../../../ui/toast.tsx";
import { texts as errorTexts } from "../login-errors.texts.en.ts";
import { knownProvider, loginErrorMessage, providerName } from "../login-errors.ts";
import { ProviderIcon } from "../ProviderIcon.tsx";
import { loginOptionsQuery, type Provider } from "../providers.ts";
import { useSocialLogin } from "../use-social-login.ts";
import { AccountSection } from "./AccountSection.tsx";
import { type LoginMethods, useAccountChange } from "./queries.ts";
import { methodsTexts as texts } from "./texts.en.tsx";

/** Lists password, phone and providers, with buttons to add and remove them. */
export function LoginMethodsSection({ methods }: { methods: LoginMethods }) {
  const { data: offered } = useQuery(loginOptionsQuery);
  const [error, setError] = useCallbackResult();
  const [toRemove, setToRemove] = useState<MethodToRemove>();
  const reload = useAccountChange(async () => {});
  const removal = useAccountChange(({ id }: MethodToRemove) =>
    send("DELETE /identity/login-methods/{provider}", { path: { provider: id } }),
  );
  const { current, start } = useSocialLogin({
    urlFor: async (provider, mode) => {
      const path = { provider };
      const body = { mode, returnTo: paths.account };
      const { location } = await send("POST /identity/login-methods/{provider}", { path, body });
      return location;
    },
    onDone: () => reload.mutateAsync(),
    onError: setError,
  });
  const linked = new Set(methods.links.map(({ provider }) => provider));
  const open = (offered?.social ?? []).filter((provider) => !linked.has(provider));

  const remove = async () => {
    if (!toRemove || removal.isPending) return;
    try {
      await removal.mutateAsync(toRemove);
      showToast("success", toRemove.done);
    } catch (error) {
      setError(errorMessage(error));
    }
    setToRemove(undefined);
  };

  return (
    <AccountSection id="ways-to-log-in" about={texts.about}>
      <ul className="xl:-mt-3">
        {methods.hasPassword && <LoginMethod title={texts.emailAndPassword} />}
        {methods.phone && (
          <LoginMethod
            title={texts.phone}
            label={methods.phone}
            action={<RemoveButton label={texts.removePhone} onPress={() => setToRemove(PHONE)} />}
          />
        )}
        {methods.links.map(({ provider, label }) => (
          <LoginMethod
            key={provider}
            title={providerName(provider)}
            label={label}
            action={
              <RemoveButton
                label={texts.removeProvider(providerName(provider))}
                onPress={() =>
                  setToRemove({ id: provider, ...texts.providerRemoval(providerName(provider)) })
                }
              />
            }
          />
        ))}
        {open.map((provider) => (
          <LoginMethod
            key={provider}
            title={providerName(provider)}
            icon={provider}
            action={
              <Button
                variant="outline"
                small
                aria-label={texts.addProvider(providerName(provider))}
                busy={current?.isConfirmed && current.provider === provider}
                onClick={() => void start(provider)}
              >
                {texts.add}
              </Button>
            }
          />
        ))}
      </ul>
      <p role="status" className="mt-3 text-sm text-quiet empty:mt-0">
        {current &&
          !current.isConfirmed &&
          errorTexts.continueInWindow(providerName(current.provider))}
      </p>
      <p role="alert" className="mt-3 text-sm text-error empty:mt-0">
        {error}
      </p>
      <Dialog
        open={toRemove !== undefined}
        title={toRemove?.question}
        onClose={() => setToRemove(undefined)}
      >
        <p className="mt-3 text-quiet">{toRemove?.effect}</p>
        <div className="mt-8 flex flex-wrap justify-end gap-3">
          <Button variant="outline" onClick={() => setToRemove(undefined)}>
            {words.cancel}
          </Button>
          <Button variant="danger" busy={removal.isPending} onClick={() => void remove()}>
            {texts.remove}
          </Button>
        </div>
      </Dialog>
    </AccountSection>
  );
}

/** The login method to remove after confirmation. */
interface MethodToRemove {
  id: string;
  question: string;
  effect: string;
  /** What the toast says afterwards. */
  done: string;
}

const PHONE: MethodToRemove = { id: "phone", ...texts.phoneRemoval };

const RemoveButton = ({ label, onPress }: { label: string; onPress: () => void }) => (
  <Button variant="outline" small aria-label={label} onClick={onPress}>
    {texts.remove}
  </Button>
);

interface LoginMethodProps {
  title: string;
  /** The account's name at the provider. */
  label?: string;
  /** Set for a provider that is not linked yet. */
  icon?: Provider;
  action?: ReactNode;
}

const LoginMethod = ({ title, label, icon, action }: LoginMethodProps) => (
  <li className="flex min-h-16 flex-wrap items-center justify-between gap-x-6 gap-y-2 border-b border-rule py-3">
    <div className={`flex min-w-0 items-center gap-3 ${icon ? "text-quiet" : ""}`}>
      {icon && <ProviderIcon provider={icon} />}
      <div className="min-w-0">
        <p className="font-medium">{title}</p>
        {label && <p className="text-sm text-quiet wrap-anywhere">{label}</p>}
      </div>
    </div>
    {action}
  </li>
);

/** Reads the result of linking a provider from the address after a redirect. */
function useCallbackResult() {
  const { search } = useLocation();
  const navigate = useNavigate();
  const [params] = useState(() => new URLSearchParams(search));
  const problem = params.get("problem");
  const linked = knownProvider(params.get("linked"));
  const state = useState(problem ? loginErrorMessage(problem, params.get("provider")) : undefined);

  useEffect(() => {
    if (linked) showToast("success", texts.added(providerName(linked)));
    if (linked || problem) navigate({ search: "" }, { replace: true });
  }, [linked, problem, navigate]);

  return state;
}
