import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { send } from "../../../../api/client.ts";
import { errorMessage } from "../../../../api/error-messages.ts";
import { paths } from "../../../../pages.ts";
import { Button } from "../../../../ui/Button.tsx";
import { Dialog } from "../../../../ui/Dialog.tsx";
import { showToast } from "../../../../ui/toast.tsx";
import { knownProvider, loginErrorMessage, providerName } from "../login-errors.ts";
import { ProviderIcon } from "../ProviderIcon.tsx";
import { loginOptionsQuery, type Provider } from "../providers.ts";
import { useSocialLogin } from "../use-social-login.ts";
import { AccountSection } from "./AccountSection.tsx";
import { type LoginMethods, useAccountChange } from "./queries.ts";

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
      showToast("success", `${capital(toRemove.name)} is no longer a way to log in`);
    } catch (error) {
      setError(errorMessage(error));
    }
    setToRemove(undefined);
  };

  return (
    <AccountSection
      title="Ways to log in"
      about="With several, you can still log in if you lose one."
    >
      <ul className="xl:-mt-3">
        {methods.hasPassword && <LoginMethod title="E-mail and password" />}
        {methods.phone && (
          <LoginMethod
            title="Phone"
            label={methods.phone}
            action={<RemoveButton name="Phone" onPress={() => setToRemove(PHONE)} />}
          />
        )}
        {methods.links.map(({ provider, label }) => (
          <LoginMethod
            key={provider}
            title={providerName(provider)}
            label={label}
            action={
              <RemoveButton
                name={providerName(provider)}
                onPress={() => setToRemove({ id: provider, name: providerName(provider) })}
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
                aria-label={`Add ${providerName(provider)}`}
                busy={current?.isConfirmed && current.provider === provider}
                onClick={() => void start(provider)}
              >
                Add
              </Button>
            }
          />
        ))}
      </ul>
      <p role="status" className="mt-3 text-sm text-quiet empty:mt-0">
        {current &&
          !current.isConfirmed &&
          `Please continue in the window of ${providerName(current.provider)}.`}
      </p>
      <p role="alert" className="mt-3 text-sm text-error empty:mt-0">
        {error}
      </p>
      <Dialog
        open={toRemove !== undefined}
        title={`Remove ${toRemove?.name ?? "it"}?`}
        onClose={() => setToRemove(undefined)}
      >
        <p className="mt-3 text-quiet">
          You will no longer be able to log in with {toRemove?.name ?? "it"}. Your account stays as
          it is.
        </p>
        <div className="mt-8 flex flex-wrap justify-end gap-3">
          <Button variant="outline" onClick={() => setToRemove(undefined)}>
            Cancel
          </Button>
          <Button variant="danger" busy={removal.isPending} onClick={() => void remove()}>
            Remove
          </Button>
        </div>
      </Dialog>
    </AccountSection>
  );
}

/** The login method to remove after confirmation. */
interface MethodToRemove {
  id: string;
  /** The name as it reads in the middle of a sentence. */
  name: string;
}

const PHONE: MethodToRemove = { id: "phone", name: "your phone" };

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

const RemoveButton = ({ name, onPress }: { name: string; onPress: () => void }) => (
  <Button variant="outline" small aria-label={`Remove ${name}`} onClick={onPress}>
    Remove
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
    if (linked) showToast("success", `${providerName(linked)} is now a way to log in`);
    if (linked || problem) navigate({ search: "" }, { replace: true });
  }, [linked, problem, navigate]);

  return state;
}
