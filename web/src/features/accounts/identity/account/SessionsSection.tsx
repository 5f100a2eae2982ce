import { useQuery } from "@tanstack/react-query";
import { send } from "../../../../api/client.ts";
import { Button } from "../../../../ui/Button.tsx";
import { DateText } from "../../../../ui/DateText.tsx";
import { LoadError } from "../../../../ui/LoadError.tsx";
import { report } from "../../../../ui/report.ts";
import { texts as words } from "../../../../ui/texts.en.ts";
import { providerName } from "../login-errors.ts";
import { AccountSection } from "./AccountSection.tsx";
import { sessionsQuery, useAccountChange } from "./queries.ts";
import { sessionsTexts as texts } from "./texts.en.tsx";

export function SessionsSection() {
  const { data: sessions, error, refetch } = useQuery(sessionsQuery);
  const revoke = useAccountChange((id: string) =>
    send("DELETE /identity/sessions/{id}", { path: { id } }),
  );
  const revokeOthers = useAccountChange(() => send("DELETE /identity/sessions"));

  return (
    <AccountSection id="where-you-are-logged-in" about={texts.about}>
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
                    {current
                      ? texts.since(methodText(method), <DateText at={createdAt} />)
                      : texts.lastSeen(methodText(method), <DateText at={seenAt} />)}
                  </p>
                </div>
                {current ? (
                  <p className="shrink-0 text-sm font-medium text-success">{texts.thisOne}</p>
                ) : (
                  <Button
                    variant="outline"
                    small
                    className="shrink-0"
                    aria-label={texts.signOutDevice(device)}
                    busy={revoke.isPending && revoke.variables === id}
                    onClick={() => void report(revoke.mutateAsync(id), texts.signedOut(device))}
                  >
                    {texts.signOut}
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
              onClick={() => void report(revokeOthers.mutateAsync(), texts.othersSignedOut)}
            >
              {texts.signOutOthers}
            </Button>
          ) : (
            <p className="mt-3 text-sm text-quiet">{texts.noOthers}</p>
          )}
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

const methodText = (method: string) =>
  method === "password"
    ? texts.byPassword
    : method === "email"
      ? texts.byEmail
      : method === "phone"
        ? texts.byPhone
        : texts.byProvider(providerName(method));
