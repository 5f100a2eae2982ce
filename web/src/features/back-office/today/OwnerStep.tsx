import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { configQuery } from "../../../api/config.ts";
import { isAuthError } from "../../../api/errors.ts";
import { useAccount } from "../../../api/session/SessionProvider.tsx";
import { roleQuery } from "../../../api/session/use-role.ts";
import { Button } from "../../../ui/Button.tsx";
import { LoginLink } from "../../../ui/LoginLink.tsx";
import { report } from "../../../ui/report.ts";
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
      <p>On the machine that runs the shop, run this command in a terminal:</p>
      <div className="way-command">
        <code>{command}</code>
        <Button
          variant="outline"
          small
          aria-label="Copy the command"
          onClick={() =>
            void report(navigator.clipboard.writeText(command), "The command is copied", {
              buttonStays: true,
            })
          }
        >
          Copy
        </Button>
      </div>
      <p className="text-sm text-quiet">
        Add <code>--data</code> or <code>--database</code> as you gave it to the shop. Its log has
        them, at “admin grant”.
        {config?.sendsEmail && " First open the link in the e-mail that we sent to your address."}
      </p>
      <p role="status" className="mt-3 text-sm">
        {isAuthError(error) ? (
          <>
            Your session has ended.{" "}
            <LoginLink className="font-medium underline underline-offset-4">
              Log in and continue
            </LoginLink>
          </>
        ) : (
          "This page goes on by itself once the command has run."
        )}
      </p>
    </>
  );
}
