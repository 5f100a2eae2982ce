import { useState } from "react";
import { useLocation } from "react-router";
import { answer, api } from "../../api/client.ts";
import { sentence } from "../../api/error-messages.ts";
import { ApiError } from "../../api/errors.ts";
import { useSession } from "../../api/session/SessionProvider.tsx";
import { paths } from "../../pages.ts";
import { AppLink } from "../../ui/AppLink.tsx";
import { Button } from "../../ui/Button.tsx";
import { PageTitle } from "../../ui/PageTitle.tsx";
import { FormError, IdentityFrame } from "./PictureLayout.tsx";
import { tokenIn } from "./url-token.ts";

/**
 * Where the link of a mail leads. It takes a press: programs that look through mail follow links, too, and must not
 * confirm an address that a stranger has signed up with.
 */
export default function VerifyEmailPage() {
  const { pathname, hash } = useLocation();
  const token = tokenIn(hash);
  const { state, ask } = useSession();
  const [fault, setFault] = useState<Error>();
  const [stage, setStage] = useState<"asking" | "busy" | "done">("asking");

  const verify = async () => {
    setStage("busy");
    setFault(undefined);
    try {
      await answer(api.POST("/identity/email/verify", { body: { token: token ?? "" } }));
      setStage("done");
      if (state.status === "signed-in") void ask();
    } catch (error) {
      setFault(error as Error);
      setStage("asking");
    }
  };

  return (
    <IdentityFrame title={stage === "done" ? "E-mail confirmed" : "Confirm your e-mail"}>
      <PageTitle>Confirm your e-mail</PageTitle>
      {stage === "done" ? (
        <div role="status" className="mt-6 space-y-6">
          <p>Thank you. This address is yours, and your account is safe with it.</p>
          <AppLink to={paths.tools} className="btn btn-primary">
            Browse All Tools
          </AppLink>
        </div>
      ) : token ? (
        <>
          <p className="mt-4 text-quiet">
            Somebody has signed up with this address. Was it you? If not, close this page, and
            nothing happens.
          </p>
          <div className="mt-8 space-y-3">
            <Button busy={stage === "busy"} className="w-full" onClick={() => void verify()}>
              Yes, confirm my e-mail
            </Button>
            <FormError message={fault && sentence(fault)} />
            {fault instanceof ApiError && fault.code === "sign_in_first" && (
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
          This link is not complete. Please copy all of it from the mail, or ask for another one
          under{" "}
          <AppLink to={paths.account} className="link-like">
            Account &amp; security
          </AppLink>
          .
        </p>
      )}
    </IdentityFrame>
  );
}
