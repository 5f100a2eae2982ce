import "./identity.css";
import { useState } from "react";
import { useLocation } from "react-router";
import { send } from "../../../api/client.ts";
import { paths } from "../../../pages.ts";
import { AppLink } from "../../../ui/AppLink.tsx";
import { Button } from "../../../ui/Button.tsx";
import { Field } from "../../../ui/Field.tsx";
import { useApiForm } from "../../../ui/use-api-form.ts";
import { emailRules, passwordRules } from "./field-rules.ts";
import { PasswordWarning } from "./PasswordWarning.tsx";
import { InlineError, PictureLayout } from "./PictureLayout.tsx";
import { texts } from "./ResetPasswordPage.texts.en.tsx";
import { urlToken } from "./url-token.ts";

/**
 * Sets a new password if the address has the token of an e-mail. Otherwise it requests that e-mail.
 */
export default function ResetPasswordPage() {
  const token = urlToken(useLocation().hash);
  const title = token ? texts.newPasswordTitle : texts.forgotTitle;
  return (
    <PictureLayout title={title}>
      {token ? <NewPassword key={token} token={token} /> : <RequestLink />}
    </PictureLayout>
  );
}

function RequestLink() {
  // Where the visitor came from.
  const { state } = useLocation();
  const [sentTo, setSentTo] = useState<string>();
  const form = useApiForm({
    defaultValues: { email: "" },
    call: (body) => send("POST /identity/password/forgot", { body }),
    done: (_answer, { email }) => setSentTo(email),
    errorsBelow: true,
  });

  if (sentTo)
    return (
      <div role="status" className="mt-6 space-y-5">
        <p>{texts.sentTo(<strong className="font-semibold wrap-anywhere">{sentTo}</strong>)}</p>
        <p className="text-quiet">
          {texts.nothingThere((text) => (
            <button type="button" className="link-like" onClick={() => setSentTo(undefined)}>
              {text}
            </button>
          ))}
        </p>
        <AppLink to={paths.login} state={state} className="btn btn-outline">
          {texts.backToLogin}
        </AppLink>
      </div>
    );
  return (
    <>
      <p className="mt-4 text-quiet">{texts.enterEmail}</p>
      <form noValidate className="mt-8 space-y-3" onSubmit={form.submit}>
        <Field
          label={texts.email}
          type="email"
          required
          autoComplete="username"
          {...form.field("email", emailRules)}
        />
        <Button type="submit" busy={form.busy} className="w-full">
          {texts.sendLink}
        </Button>
        <InlineError error={form.failure} />
      </form>
      <p className="mt-4">
        <AppLink to={paths.login} state={state} className="link-like">
          {texts.backToLogin}
        </AppLink>
      </p>
    </>
  );
}

function NewPassword({ token }: { token: string }) {
  const [done, setDone] = useState<{ warning: string | null | undefined }>();
  const form = useApiForm({
    defaultValues: { password: "" },
    call: ({ password }) => send("POST /identity/password/reset", { body: { token, password } }),
    done: ({ passwordWarning }) => setDone({ warning: passwordWarning }),
    errorsBelow: true,
  });

  if (done)
    return (
      <div role="status" className="mt-6 space-y-5">
        <p>{texts.isChanged}</p>
        <PasswordWarning text={done.warning} />
        <AppLink to={paths.login} className="btn btn-primary">
          {texts.logIn}
        </AppLink>
      </div>
    );
  return (
    <>
      <p className="mt-4 text-quiet">{texts.logsOut}</p>
      <form noValidate className="mt-8 space-y-3" onSubmit={form.submit}>
        <Field
          label={texts.newPassword}
          type="password"
          required
          autoComplete="new-password"
          {...form.field("password", passwordRules)}
        />
        <Button type="submit" busy={form.busy} className="w-full">
          {texts.change}
        </Button>
        <InlineError error={form.failure} />
      </form>
      <p className="mt-4">
        <AppLink to={paths.resetPassword} className="link-like">
          {texts.requestAnotherLink}
        </AppLink>
      </p>
    </>
  );
}
