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
    <PictureLayout title={stage === "done" ? "E-mail confirmed" : "Confirm your e-mail"}>
      {stage === "done" ? (
        <div role="status" className="mt-6 space-y-6">
          <p>Thank you. Your e-mail address is confirmed.</p>
          <AppLink to={paths.tools} className="btn btn-primary">
            Browse All Tools
          </AppLink>
        </div>
      ) : token ? (
        <>
          <p className="mt-4 text-quiet">
            Someone signed up with this address. If it was not you, close this page and nothing will
            happen.
          </p>
          <div className="mt-8 space-y-3">
            <Button busy={stage === "busy"} className="w-full" onClick={() => void verify()}>
              Yes, confirm my e-mail
            </Button>
            <InlineError error={error} />
            {error instanceof ApiError && error.code === "sign_in_first" && (
              <AppLink
                to={paths.login}
                state={{ from: pathname + hash }}
                className="btn btn-outline w-full"
              >
                Log in and come back
              </AppLink>
            )}
          </div>
        </>
      ) : (
        <p className="mt-4">
          This link is incomplete. Please copy all of it from the e-mail, or request another one
          under{" "}
          <AppLink to={paths.account} className="link-like">
            Account &amp; security
          </AppLink>
          .
        </p>
      )}
    </PictureLayout>
  );
}
