import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type Answer, send } from "../../../../api/client.ts";
import { errorMessage } from "../../../../api/error-messages.ts";
import { useChange } from "../../../../api/use-change.ts";
import { Button } from "../../../../ui/Button.tsx";
import { DateText } from "../../../../ui/DateText.tsx";
import { LoadError } from "../../../../ui/LoadError.tsx";
import { report } from "../../../../ui/report.ts";
import { texts as words } from "../../../../ui/texts.en.ts";
import { showToast } from "../../../../ui/toast.tsx";
import { AccountSection } from "./AccountSection.tsx";
import { texts } from "./push.texts.en.tsx";
import { deviceKind, PushError, pushSupport, subscribe, unsubscribe } from "./push.ts";
import { pushDevicesQuery } from "./queries.ts";

type PushDevice = Answer<"GET /identity/push-devices">["devices"][number];

/** Which devices tell the owner or staff of new orders. The browser asks for its permission only at the press. */
export function PushSection() {
  const { data, error, refetch } = useQuery(pushDevicesQuery);
  return (
    <AccountSection id="new-orders-on-your-phone" about={texts.about}>
      {data ? (
        <>
          <DeviceList devices={data.devices} />
          <ThisDevice publicKey={data.publicKey} devices={data.devices} />
        </>
      ) : error ? (
        <LoadError error={error} onRetry={() => void refetch()} />
      ) : (
        <div role="status" className="appear-late h-16 bg-base-200">
          <span className="sr-only">{words.wait(texts.loading)}</span>
        </div>
      )}
    </AccountSection>
  );
}

function DeviceList({ devices }: { devices: PushDevice[] }) {
  const remove = useChange(
    async ({ id, current }: PushDevice) => {
      await send("DELETE /identity/push-devices/{id}", { path: { id } });
      if (current) await unsubscribe();
    },
    [pushDevicesQuery.queryKey],
  );
  const test = useChange(
    ({ id }: PushDevice) => send("POST /identity/push-devices/{id}/test", { path: { id } }),
    [pushDevicesQuery.queryKey],
  );
  if (devices.length === 0) return null;
  return (
    <ul className="mb-5 border-t border-rule xl:-mt-3 xl:border-0">
      {devices.map((row) => (
        <li
          key={row.id}
          className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-b border-rule py-3"
        >
          <div className="min-w-0">
            <p className="font-medium wrap-anywhere">
              {row.device}
              {row.current && <span className="ml-2 text-sm text-success">{texts.thisOne}</span>}
            </p>
            <p className={`text-sm ${row.failingSince ? "text-error" : "text-quiet"}`}>
              {row.failingSince
                ? texts.notReachedSince(<DateText at={row.failingSince} />)
                : texts.since(<DateText at={row.createdAt} />)}
            </p>
          </div>
          <div className="flex shrink-0 gap-2">
            <Button
              variant="outline"
              small
              aria-label={texts.sendTestTo(row.device)}
              busy={test.isPending && test.variables?.id === row.id}
              onClick={() =>
                void report(test.mutateAsync(row), texts.testSent(row.device), {
                  buttonStays: true,
                })
              }
            >
              {texts.sendTest}
            </Button>
            <Button
              variant="outline"
              small
              aria-label={texts.removeDevice(row.device)}
              busy={remove.isPending && remove.variables?.id === row.id}
              onClick={() => void report(remove.mutateAsync(row), texts.removed(row.device))}
            >
              {texts.remove}
            </Button>
          </div>
        </li>
      ))}
    </ul>
  );
}

function ThisDevice({ publicKey, devices }: { publicKey: string; devices: PushDevice[] }) {
  const [support, setSupport] = useState(pushSupport);
  const add = useChange(
    async () => send("POST /identity/push-devices", { body: await subscribe(publicKey) }),
    [pushDevicesQuery.queryKey],
  );
  if (support !== "ready") return <p className="max-w-prose">{texts.support[support]}</p>;
  // The permission may have been taken back in the browser.
  if (devices.some(({ current }) => current) && Notification.permission === "granted") return null;
  const device = deviceKind();
  const press = async () => {
    try {
      await add.mutateAsync();
      showToast("success", texts.added[device]);
    } catch (error) {
      setSupport(pushSupport());
      showToast("error", error instanceof PushError ? error.message : errorMessage(error));
    }
  };
  return (
    <>
      <Button busy={add.isPending} onClick={() => void press()}>
        {texts.notify[device]}
      </Button>
      <p className="mt-3 text-sm text-quiet">{texts.browserAsks}</p>
    </>
  );
}
