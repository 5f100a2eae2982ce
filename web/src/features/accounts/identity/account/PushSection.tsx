import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type Answer, send } from "../../../../api/client.ts";
import { errorMessage } from "../../../../api/error-messages.ts";
import { useChange } from "../../../../api/use-change.ts";
import { Button } from "../../../../ui/Button.tsx";
import { DateText } from "../../../../ui/DateText.tsx";
import { LoadError } from "../../../../ui/LoadError.tsx";
import { report } from "../../../../ui/report.ts";
import { showToast } from "../../../../ui/toast.tsx";
import { AccountSection } from "./AccountSection.tsx";
import {
  deviceWord,
  PushError,
  pushSupport,
  SUPPORT_TEXTS,
  subscribe,
  unsubscribe,
} from "./push.ts";
import { pushDevicesQuery } from "./queries.ts";

type Device = Answer<"GET /identity/push-devices">["devices"][number];

export const PUSH_TITLE = "New orders on your phone";

/** Which devices tell the owner or staff of new orders. The browser asks for its permission only at the press. */
export function PushSection() {
  const { data, error, refetch } = useQuery(pushDevicesQuery);
  return (
    <AccountSection
      title={PUSH_TITLE}
      about="A notification such as “New order, $384.00” when a customer has paid. It names no customer. Signing out there ends it, and so does a new password."
    >
      {data ? (
        <>
          <DeviceList devices={data.devices} />
          <ThisDevice publicKey={data.publicKey} devices={data.devices} />
        </>
      ) : error ? (
        <LoadError error={error} onRetry={() => void refetch()} />
      ) : (
        <div role="status" className="appear-late h-16 bg-base-200">
          <span className="sr-only">Loading your devices …</span>
        </div>
      )}
    </AccountSection>
  );
}

function DeviceList({ devices }: { devices: Device[] }) {
  const remove = useChange(
    async ({ id, current }: Device) => {
      await send("DELETE /identity/push-devices/{id}", { path: { id } });
      if (current) await unsubscribe();
    },
    [pushDevicesQuery.queryKey],
  );
  const test = useChange(
    ({ id }: Device) => send("POST /identity/push-devices/{id}/test", { path: { id } }),
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
              {row.current && <span className="ml-2 text-sm text-success">This one</span>}
            </p>
            <p className={`text-sm ${row.failingSince ? "text-error" : "text-quiet"}`}>
              {row.failingSince ? "Not reached since " : "Since "}
              <DateText at={row.failingSince ?? row.createdAt} />
            </p>
          </div>
          <div className="flex shrink-0 gap-2">
            <Button
              variant="outline"
              small
              aria-label={`Send a test to ${row.device}`}
              busy={test.isPending && test.variables?.id === row.id}
              onClick={() =>
                void report(test.mutateAsync(row), `A test is on its way to ${row.device}`, {
                  buttonStays: true,
                })
              }
            >
              Send a test
            </Button>
            <Button
              variant="outline"
              small
              aria-label={`Remove ${row.device}`}
              busy={remove.isPending && remove.variables?.id === row.id}
              onClick={() =>
                void report(remove.mutateAsync(row), `${row.device} is told of no more orders`)
              }
            >
              Remove
            </Button>
          </div>
        </li>
      ))}
    </ul>
  );
}

function ThisDevice({ publicKey, devices }: { publicKey: string; devices: Device[] }) {
  const [support, setSupport] = useState(pushSupport);
  const add = useChange(
    async () => send("POST /identity/push-devices", { body: await subscribe(publicKey) }),
    [pushDevicesQuery.queryKey],
  );
  if (support !== "ready") return <p className="max-w-prose">{SUPPORT_TEXTS[support]}</p>;
  // The permission may have been taken back in the browser.
  if (devices.some(({ current }) => current) && Notification.permission === "granted") return null;
  const device = deviceWord();
  const press = async () => {
    try {
      await add.mutateAsync();
      showToast("success", `This ${device} is told of new orders`);
    } catch (error) {
      setSupport(pushSupport());
      showToast("error", error instanceof PushError ? error.message : errorMessage(error));
    }
  };
  return (
    <>
      <Button busy={add.isPending} onClick={() => void press()}>
        Notify this {device} of new orders
      </Button>
      <p className="mt-3 text-sm text-quiet">Your browser asks you next whether the shop may.</p>
    </>
  );
}
