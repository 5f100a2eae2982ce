import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { configQuery } from "../../../api/config.ts";
import { isAuthError } from "../../../api/errors.ts";
import { useAccount } from "../../../api/session/SessionProvider.tsx";
import { roleQuery } from "../../../api/session/use-role.ts";
import { Button } from "../../../ui/Button.tsx";
import { LoginLink } from "../../../ui/LoginLink.tsx";
import { report } from "../../../ui/report.ts";
import { ownerStep as texts } from "./opening.texts.en.tsx";
import { grantCommand } from "./opening.ts";

/** The command that makes this account the owner's. The page asks whether it was run, and goes on by itself. */
export function OwnerStep() {
  const { email } = useAccount();
  const queryClient = useQueryClient();
  const { data: config } = useQuery(configQuery);
  const { data: status, error } = useQuery({
    ...roleQuery(email),
    refetchInterval: 3_000,
    refetchOnWindowFocus: "always",
  });
  const isOwner = status?.accountRole === "admin";
  useEffect(() => {
    if (isOwner) void queryClient.invalidateQueries({ queryKey: configQuery.queryKey });
  }, [isOwner, queryClient]);
  const command = grantCommand(email);
  return (
    <>
      <p>{texts.run}</p>
      <div className="way-command">
        <code>{command}</code>
        <Button
          variant="outline"
          small
          aria-label={texts.copyCommand}
          onClick={() =>
            void report(navigator.clipboard.writeText(command), texts.copied, {
              buttonStays: true,
            })
          }
        >
          {texts.copy}
        </Button>
      </div>
      <p className="text-sm text-quiet">
        {texts.options((text) => (
          <code>{text}</code>
        ))}
        {config?.sendsEmail && ` ${texts.confirmFirst}`}
      </p>
      <p role="status" className="mt-3 text-sm">
        {isAuthError(error) ? (
          <>
            {texts.sessionEnded}{" "}
            <LoginLink className="font-medium underline underline-offset-4">
              {texts.logIn}
            </LoginLink>
          </>
        ) : (
          texts.goesOn
        )}
      </p>
    </>
  );
}
