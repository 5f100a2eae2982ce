import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { answer, api } from "../../../api/client.ts";
import { sentence } from "../../../api/error-messages.ts";
import { paths } from "../../../pages.ts";
import { Button } from "../../../ui/Button.tsx";
import { Dialog } from "../../../ui/Dialog.tsx";
import { showToast } from "../../../ui/toast.tsx";
import { knownProvider, nameOf, problemSentence } from "../login-errors.ts";
import { ProviderMark } from "../ProviderIcon.tsx";
import { otherWaysQuery, type Provider } from "../providers.ts";
import { useSocial } from "../use-social-login.ts";
import { Section } from "./AccountSection.tsx";
import { useAccountChange, type WaysIn } from "./queries.ts";

/** Password, phone and providers: what there is, and what may be added or taken away. */
export function WaysInSection({ ways }: { ways: WaysIn }) {
  const { data: offered } = useQuery(otherWaysQuery);
  const [fault, setFault] = useCameBack();
  const [doomed, setDoomed] = useState<Doomed>();
  const reading = useAccountChange(async () => {});
  const removing = useAccountChange(({ way }: Doomed) =>
    answer(api.DELETE("/identity/links/{provider}", { params: { path: { provider: way } } })),
  );
  const { underWay, start } = useSocial({
    addressOf: async (provider, mode) => {
      const params = { path: { provider } };
      const body = { mode, returnTo: paths.account };
      const { location } = await answer(api.POST("/identity/links/{provider}", { params, body }));
      return location;
    },
    onDone: () => reading.mutateAsync(),
    onProblem: setFault,
  });
  const linked = new Set(ways.links.map(({ provider }) => provider));
  const open = (offered?.social ?? []).filter((provider) => !linked.has(provider));

  const remove = async () => {
    if (!doomed || removing.isPending) return;
    try {
      await removing.mutateAsync(doomed);
      showToast("success", `${capital(doomed.name)} no longer lets you in`);
    } catch (error) {
      setFault(sentence(error));
    }
    setDoomed(undefined);
  };

  return (
    <Section title="Ways to log in" about="With more than one you stay in when one is lost.">
      <ul className="xl:-mt-3">
        {ways.hasPassword && <Way title="E-mail and password" />}
        {ways.phone && (
          <Way
            title="Phone"
            label={ways.phone}
            action={<Remove name="Phone" onPress={() => setDoomed(PHONE)} />}
          />
        )}
        {ways.links.map(({ provider, label }) => (
          <Way
            key={provider}
            title={nameOf(provider)}
            label={label}
            action={
              <Remove
                name={nameOf(provider)}
                onPress={() => setDoomed({ way: provider, name: nameOf(provider) })}
              />
            }
          />
        ))}
        {open.map((provider) => (
          <Way
            key={provider}
            title={nameOf(provider)}
            mark={provider}
            action={
              <Button
                look="outline"
                small
                aria-label={`Add ${nameOf(provider)}`}
                busy={underWay?.entering && underWay.provider === provider}
                onClick={() => void start(provider)}
              >
                Add
              </Button>
            }
          />
        ))}
      </ul>
      <p role="status" className="mt-3 text-sm text-quiet empty:mt-0">
        {underWay && !underWay.entering && `Go on where ${nameOf(underWay.provider)} asks you.`}
      </p>
      <p role="alert" className="mt-3 text-sm text-error empty:mt-0">
        {fault}
      </p>
      <Dialog
        open={doomed !== undefined}
        title={`Remove ${doomed?.name ?? "it"}?`}
        onClose={() => setDoomed(undefined)}
      >
        <p className="mt-3 text-quiet">
          You can no longer log in with {doomed?.name ?? "it"} then. Your account stays as it is.
        </p>
        <div className="mt-8 flex flex-wrap justify-end gap-3">
          <Button look="outline" onClick={() => setDoomed(undefined)}>
            Cancel
          </Button>
          <Button look="danger" busy={removing.isPending} onClick={() => void remove()}>
            Remove
          </Button>
        </div>
      </Dialog>
    </Section>
  );
}

/** What is to be taken away once one has said so. */
interface Doomed {
  way: string;
  /** As people call it in the middle of a sentence. */
  name: string;
}

const PHONE: Doomed = { way: "phone", name: "your phone" };

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

const Remove = ({ name, onPress }: { name: string; onPress: () => void }) => (
  <Button look="outline" small aria-label={`Remove ${name}`} onClick={onPress}>
    Remove
  </Button>
);

interface WayProps {
  title: string;
  /** Who one is there. */
  label?: string;
  /** Set where it is not a way in yet. */
  mark?: Provider;
  action?: ReactNode;
}

const Way = ({ title, label, mark, action }: WayProps) => (
  <li className="flex min-h-16 flex-wrap items-center justify-between gap-x-6 gap-y-2 border-b border-rule py-3">
    <div className={`flex min-w-0 items-center gap-3 ${mark ? "text-quiet" : ""}`}>
      {mark && <ProviderMark provider={mark} />}
      <div className="min-w-0">
        <p className="font-medium">{title}</p>
        {label && <p className="text-sm text-quiet wrap-anywhere">{label}</p>}
      </div>
    </div>
    {action}
  </li>
);

/** What the address says when a provider has sent the page itself back here. */
function useCameBack() {
  const { search } = useLocation();
  const navigate = useNavigate();
  const [told] = useState(() => new URLSearchParams(search));
  const problem = told.get("problem");
  const linked = knownProvider(told.get("linked"));
  const state = useState(problem ? problemSentence(problem, told.get("provider")) : undefined);

  useEffect(() => {
    if (linked) showToast("success", `${nameOf(linked)} lets you in from now on`);
    if (linked || problem) navigate({ search: "" }, { replace: true });
  }, [linked, problem, navigate]);

  return state;
}
