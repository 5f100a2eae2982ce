import { useQuery } from "@tanstack/react-query";
import { answer, api } from "../../../api/client.ts";
import { sentence } from "../../../api/error-messages.ts";
import { Button } from "../../../ui/Button.tsx";
import { Day } from "../../../ui/DateText.tsx";
import { Trouble } from "../../../ui/LoadError.tsx";
import { showToast } from "../../../ui/toast.tsx";
import { nameOf } from "../login-errors.ts";
import { Section } from "./AccountSection.tsx";
import { devicesQuery, useAccountChange } from "./queries.ts";

export function DevicesSection() {
  const { data: devices, error, refetch } = useQuery(devicesQuery);
  const ending = useAccountChange((id: string) =>
    answer(api.DELETE("/identity/sessions/{id}", { params: { path: { id } } })),
  );
  const endingOthers = useAccountChange(() => answer(api.DELETE("/identity/sessions")));

  const say = async (work: Promise<unknown>, done: string) => {
    try {
      await work;
      // The row goes away; the focus stays on the page.
      document.getElementById("main")?.focus({ preventScroll: true });
      showToast("success", done);
    } catch (error) {
      showToast("error", sentence(error));
    }
  };

  return (
    <Section
      title="Where you are logged in"
      about="Log out what you do not recognise, and change your password."
    >
      {devices ? (
        <>
          <ul className="border-t border-rule xl:-mt-3 xl:border-0">
            {devices.map(({ id, device, method, createdAt, seenAt, current }) => (
              <li
                key={id}
                className="flex items-center justify-between gap-6 border-b border-rule py-3"
              >
                <div className="min-w-0">
                  <p className="font-medium wrap-anywhere">{device}</p>
                  <p className="text-sm text-quiet">
                    {methodWords(method)}, {current ? "since " : "last seen "}
                    <Day at={current ? createdAt : seenAt} />
                  </p>
                </div>
                {current ? (
                  <p className="shrink-0 text-sm font-medium text-success">This one</p>
                ) : (
                  <Button
                    look="outline"
                    small
                    className="shrink-0"
                    aria-label={`Log out ${device}`}
                    busy={ending.isPending && ending.variables === id}
                    onClick={() => void say(ending.mutateAsync(id), `${device} is logged out`)}
                  >
                    Log out
                  </Button>
                )}
              </li>
            ))}
          </ul>
          {devices.length > 1 ? (
            <Button
              look="outline"
              small
              className="mt-5"
              busy={endingOthers.isPending}
              onClick={() =>
                void say(endingOthers.mutateAsync(), "All other devices are logged out")
              }
            >
              Log out everywhere else
            </Button>
          ) : (
            <p className="mt-3 text-sm text-quiet">You are logged in nowhere else.</p>
          )}
        </>
      ) : error ? (
        <Trouble error={error} onRetry={() => void refetch()} />
      ) : (
        <div role="status" className="appear-late h-16 bg-base-200">
          <span className="sr-only">Loading where you are logged in …</span>
        </div>
      )}
    </Section>
  );
}

const methodWords = (method: string) =>
  method === "password"
    ? "With e-mail and password"
    : method === "phone"
      ? "By phone"
      : `With ${nameOf(method)}`;
