import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "../../../../ui/Button.tsx";
import { Dialog } from "../../../../ui/Dialog.tsx";
import { LoadError } from "../../../../ui/LoadError.tsx";
import { AccountSection } from "./AccountSection.tsx";
import { ChangeTwoStep } from "./ChangeTwoStep.tsx";
import { secondFactorQuery } from "./queries.ts";
import { SetUpTwoStep } from "./SetUpTwoStep.tsx";

const TITLES = {
  "set up": "Turn on two-step login",
  renew: "New recovery codes",
  "turn off": "Turn off two-step login?",
};

export function TwoStepSection({ hasPassword }: { hasPassword: boolean }) {
  const { data: status, error, refetch } = useQuery(secondFactorQuery);
  const [dialog, setDialog] = useState<keyof typeof TITLES>();
  const close = () => setDialog(undefined);
  const isLow = status?.on && status.recoveryCodesLeft < 3;

  return (
    <AccountSection
      title="Two-step login"
      about="Besides your password, logging in then takes a code from an app on your phone."
    >
      {status ? (
        <>
          {status.required && !status.on && (
            <p role="status" className="mb-5 border-l-2 border-warning py-1 pl-4">
              The owner and staff of this shop use two-step login. Turn it on to open your pages.
            </p>
          )}
          {status.on && (
            <p className="mb-5">
              <strong className="font-medium text-success">On.</strong>{" "}
              <span className={isLow ? "text-error" : "text-quiet"}>
                {recoveryText(status.recoveryCodesLeft)}
              </span>
            </p>
          )}
          <div className="flex flex-wrap gap-3">
            {status.on ? (
              <>
                <Button variant="outline" small onClick={() => setDialog("renew")}>
                  New recovery codes
                </Button>
                <Button variant="outline" small onClick={() => setDialog("turn off")}>
                  Turn off
                </Button>
              </>
            ) : (
              <Button
                variant={status.required ? "primary" : "outline"}
                small
                onClick={() => setDialog("set up")}
              >
                Turn on
              </Button>
            )}
          </div>
        </>
      ) : (
        error && <LoadError error={error} onRetry={() => void refetch()} />
      )}
      <Dialog open={dialog !== undefined} title={dialog && TITLES[dialog]} onClose={close}>
        {dialog === "set up" && <SetUpTwoStep hasPassword={hasPassword} onClose={close} />}
        {(dialog === "renew" || dialog === "turn off") && (
          <ChangeTwoStep
            change={dialog}
            isRequired={status?.required === true}
            hasPassword={hasPassword}
            onClose={close}
          />
        )}
      </Dialog>
    </AccountSection>
  );
}

const recoveryText = (left: number) =>
  left === 1 ? "You have 1 recovery code left." : `You have ${left} recovery codes left.`;
