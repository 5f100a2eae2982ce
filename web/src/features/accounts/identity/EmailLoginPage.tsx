import "./identity.css";
import { useState } from "react";
import { useLocation } from "react-router";
import { send } from "../../../api/client.ts";
import { paths } from "../../../pages.ts";
import { AppLink } from "../../../ui/AppLink.tsx";
import { Button } from "../../../ui/Button.tsx";
import { texts } from "./EmailLoginPage.texts.en.ts";
import { InlineError, PictureLayout } from "./PictureLayout.tsx";
import { urlToken } from "./url-token.ts";
import { useLogin } from "./use-login.ts";

/** The target of the login link in an e-mail. It needs a click, because mail scanners follow links. */
export default function EmailLoginPage() {
  const token = urlToken(useLocation().hash);
  const login = useLogin(undefined);
  const [error, setError] = useState<Error>();
  const [busy, setBusy] = useState(false);

  const logIn = async () => {
    setBusy(true);
    setError(undefined);
    try {
      const body = { token: token ?? "" };
      await login.logIn(send("POST /identity/email/sign-in", { body }));
    } catch (error) {
      setError(error as Error);
      setBusy(false);
    }
  };

  return (
    <PictureLayout title={texts.title}>
      {token ? (
        <>
          <p className="mt-4 text-quiet">{texts.onlyIfYou}</p>
          <div className="mt-8 space-y-3">
            <Button busy={busy} className="w-full" onClick={() => void logIn()}>
              {texts.logIn}
            </Button>
            <InlineError error={error} />
          </div>
        </>
      ) : (
        <p className="mt-4">{texts.incompleteLink}</p>
      )}
      <p className="mt-4">
        <AppLink to={paths.login} className="link-like">
          {texts.backToLogin}
        </AppLink>
      </p>
    </PictureLayout>
  );
}
