import "./identity.css";
import { useState } from "react";
import { useLocation } from "react-router";
import { send } from "../../../api/client.ts";
import { ApiError } from "../../../api/errors.ts";
import { useSession } from "../../../api/session/SessionProvider.tsx";
import { paths } from "../../../pages.ts";
import { AppLink } from "../../../ui/AppLink.tsx";
import { Button } from "../../../ui/Button.tsx";
import { InlineError, PictureLayout } from "./PictureLayout.tsx";
import { urlToken } from "./url-token.ts";
import { texts } from "./VerifyEmailPage.texts.en.tsx";

/**
 * The target of the link in an e-mail. It needs a click, because mail scanners follow links. They must not confirm an
 * address that an attacker has signed up with.
 */
export default function VerifyEmailPage() {
  const { pathname, hash } = useLocation();
  const token = urlToken(hash);
  const { state, refresh } = useSession();
  const [error, setError] = useState<Error>();
  const [stage, setStage] = useState<"asking" | "busy" | "done">("asking");

  const verify = async () => {
    setStage("busy");
    setError(undefined);
    try {
      await send("POST /identity/email/verify", { body: { token: token ?? "" } });
      setStage("done");
      if (state.status === "signed-in") void refresh();
    } catch (error) {
      setError(error as Error);
      setStage("asking");
    }
  };

  return (
    <PictureLayout title={stage === "done" ? texts.confirmedTitle : texts.title}>
      {stage === "done" ? (
        <div role="status" className="mt-6 space-y-6">
          <p>{texts.confirmed}</p>
          <AppLink to={paths.tools} className="btn btn-primary">
            {texts.browseTools}
          </AppLink>
        </div>
      ) : token ? (
        <>
          <p className="mt-4 text-quiet">{texts.whatFor}</p>
          <div className="mt-8 space-y-3">
            <Button busy={stage === "busy"} className="w-full" onClick={() => void verify()}>
              {texts.confirm}
            </Button>
            <InlineError error={error} />
            {error instanceof ApiError && error.code === "sign_in_first" && (
              <AppLink
                to={paths.login}
                state={{ from: pathname + hash }}
                className="btn btn-outline w-full"
              >
                {texts.logInAndComeBack}
              </AppLink>
            )}
          </div>
        </>
      ) : (
        <p className="mt-4">
          {texts.incompleteLink((text) => (
            <AppLink to={paths.account} className="link-like">
              {text}
            </AppLink>
          ))}
        </p>
      )}
    </PictureLayout>
  );
}
