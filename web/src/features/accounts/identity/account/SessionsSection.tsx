import { useQuery } from "@tanstack/react-query";
import { send } from "../../../../api/client.ts";
import { Button } from "../../../../ui/Button.tsx";
import { DateText } from "../../../../ui/DateText.tsx";
import { LoadError } from "../../../../ui/LoadError.tsx";
import { report } from "../../../../ui/report.ts";
import { providerName } from "../login-errors.ts";
import { AccountSection } from "./AccountSection.tsx";
import { sessionsQuery, useAccountChange } from "./queries.ts";

export function SessionsSection() {
  const { data: sessions, error, refetch } = useQuery(sessionsQuery);
  const revoke = useAccountChange((id: string) =>
    send("DELETE /identity/sessions/{id}", { path: { id } }),
  );
  const revokeOthers = useAccountChange(() => send("DELETE /identity/sessions"));

  return (
    <AccountSection
      title="Where you are logged in"
      about="Sign out any device you do not recognise, and change your password."
    >
      {sessions ? (
        <>
          <ul className="border-t border-rule xl:-mt-3 xl:border-0">
            {sessions.map(({ id, device, method, createdAt, seenAt, current }) => (
              <li
                key={id}
                className="flex items-center justify-between gap-6 border-b border-rule py-3"
              >
                <div className="min-w-0">
                  <p className="font-medium wrap-anywhere">{device}</p>
                  <p className="text-sm text-quiet">
                    {methodText(method)}, {current ? "since " : "last seen "}
                    <DateText at={current ? createdAt : seenAt} />
                  </p>
                </div>
                {current ? (
                  <p className="shrink-0 text-sm font-medium text-success">This one</p>
                ) : (
                  <Button
                    variant="outline"
                    small
                    className="shrink-0"
                    aria-label={`Sign out ${device}`}
                    busy={revoke.isPending && revoke.variables === id}
                    onClick={() => void report(revoke.mutateAsync(id), `${device} is signed out`)}
                  >
                    Sign out
                  </Button>
                )}
              </li>
            ))}
          </ul>
          {sessions.length > 1 ? (
            <Button
              variant="outline"
              small
              className="mt-5"
              busy={revokeOthers.isPending}
              onClick={() =>
                void report(revokeOthers.mutateAsync(), "All other devices are signed out")
              }
            >
              Sign out everywhere else
            </Button>
          ) : (
            <p className="mt-3 text-sm text-quiet">You are not logged in anywhere else.</p>
          )}
        </>
      ) : error ? (
        <LoadError error={error} onRetry={() => void refetch()} />
      ) : (
        <div role="status" className="appear-late h-16 bg-base-200">
          <span className="sr-only">Loading where you are logged in …</span>
        </div>
      )}
    </AccountSection>
  );
}

const methodText = (method: string) =>
  method === "password"
    ? "With e-mail and password"
    : method === "email"
      ? "With a link by e-mail"
      : method === "phone"
        ? "By phone"
        : `With ${providerName(method)}`;
