import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "../../../../ui/Button.tsx";
import { Dialog } from "../../../../ui/Dialog.tsx";
import { LoadError } from "../../../../ui/LoadError.tsx";
import { AccountSection } from "./AccountSection.tsx";
import { ChangeTwoStep } from "./ChangeTwoStep.tsx";
import { secondFactorQuery } from "./queries.ts";
import { SetUpTwoStep } from "./SetUpTwoStep.tsx";
import { twoStepTexts as texts } from "./texts.en.tsx";

export function TwoStepSection({ hasPassword }: { hasPassword: boolean }) {
  const { data: status, error, refetch } = useQuery(secondFactorQuery);
  const [dialog, setDialog] = useState<keyof typeof texts.titles>();
  const close = () => setDialog(undefined);
  const isLow = status?.on && status.recoveryCodesLeft < 3;

  return (
    <AccountSection id="two-step-login" about={texts.about}>
      {status ? (
        <>
          {status.required && !status.on && (
            <p role="status" className="mb-5 border-l-2 border-warning py-1 pl-4">
              {texts.required}
            </p>
          )}
          {status.on && (
            <p className="mb-5">
              <strong className="font-medium text-success">{texts.on}</strong>{" "}
              <span className={isLow ? "text-error" : "text-quiet"}>
                {texts.codesLeft(status.recoveryCodesLeft)}
              </span>
            </p>
          )}
          <div className="flex flex-wrap gap-3">
            {status.on ? (
              <>
                <Button variant="outline" small onClick={() => setDialog("renew")}>
                  {texts.newCodes}
                </Button>
                <Button variant="outline" small onClick={() => setDialog("turn off")}>
                  {texts.turnOff}
                </Button>
              </>
            ) : (
              <Button
                variant={status.required ? "primary" : "outline"}
                small
                onClick={() => setDialog("set up")}
              >
                {texts.turnOn}
              </Button>
            )}
          </div>
        </>
      ) : (
        error && <LoadError error={error} onRetry={() => void refetch()} />
      )}
      <Dialog open={dialog !== undefined} title={dialog && texts.titles[dialog]} onClose={close}>
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
