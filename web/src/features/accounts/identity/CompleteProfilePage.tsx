import "./identity.css";
import { useEffect, useState } from "react";
import { Navigate, useLocation } from "react-router";
import { type Session, send } from "../../../api/client.ts";
import { ApiError } from "../../../api/errors.ts";
import { useSession } from "../../../api/session/SessionProvider.tsx";
import { assertNever } from "../../../assert-never.ts";
import { hasOwnDocument, paths } from "../../../pages.ts";
import { AppLink } from "../../../ui/AppLink.tsx";
import { Button } from "../../../ui/Button.tsx";
import { Field } from "../../../ui/Field.tsx";
import { LoadError } from "../../../ui/LoadError.tsx";
import { Spinner } from "../../../ui/Spinner.tsx";
import { useApiForm } from "../../../ui/use-api-form.ts";
import { texts } from "./CompleteProfilePage.texts.en.tsx";
import { emailRules, nameRules } from "./field-rules.ts";
import { InlineError, PictureLayout } from "./PictureLayout.tsx";
import { type LoginState, returnTo } from "./return-to.ts";
import { urlToken } from "./url-token.ts";
import { type LoginFlow, useLogin } from "./use-login.ts";

/**
 * Asks for an e-mail address after a login by phone or by some providers, if the account has no
 * verified one.
 */
export default function CompleteProfilePage() {
  const { state, refresh } = useSession();
  const { pathname, hash, state: location } = useLocation();
  const { from } = (location ?? {}) as LoginState;
  const token = urlToken(hash);
  const login = useLogin(from);
  const isUnknown = state.status === "unknown";

  useEffect(() => {
    if (isUnknown) void refresh();
  }, [isUnknown, refresh]);

  switch (state.status) {
    case "signed-in":
      if (state.session.email && !login.isLoggingIn) return <GoOn to={returnTo(from, undefined)} />;
      return (
        <PictureLayout title={texts.title}>
          {token ? (
            <UseLink key={token} token={token} login={login} />
          ) : (
            <RequestLink session={state.session} />
          )}
        </PictureLayout>
      );
    case "signed-out":
      return <Navigate to={paths.login} replace state={{ from: token ? pathname + hash : from }} />;
    case "unreachable":
      return (
        <div className="measure py-24">
          <h1 className="mb-8 text-title">{texts.title}</h1>
          <LoadError
            error={undefined}
            message={texts.loginUnknown}
            onRetry={() => void refresh()}
          />
        </div>
      );
    case "unknown":
    case "loading":
      return <Spinner />;
    default:
      return assertNever(state);
  }
}

/** Leads to the page that the account was for. The checkout has a document of its own. */
function GoOn({ to }: { to: string }) {
  const isOther = hasOwnDocument(to);
  useEffect(() => {
    if (isOther) window.location.replace(to);
  }, [isOther, to]);
  return isOther ? <Spinner /> : <Navigate to={to} replace />;
}

function RequestLink({ session }: { session: Session }) {
  const [sentTo, setSentTo] = useState<string>();
  const form = useApiForm({
    defaultValues: { name: session.displayName, email: "" },
    call: (body) => send("POST /identity/complete", { body }),
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
      </div>
    );
  return (
    <>
      <p className="mt-4 text-quiet">{texts.whyEmail}</p>
      <form noValidate className="mt-8 space-y-3" onSubmit={form.submit}>
        <Field label={texts.name} required autoComplete="name" {...form.field("name", nameRules)} />
        <Field
          label={texts.email}
          type="email"
          required
          autoComplete="email"
          hint={texts.emailHint}
          {...form.field("email", emailRules)}
        />
        <Button type="submit" busy={form.busy} className="w-full">
          {texts.sendLink}
        </Button>
        <InlineError error={form.failure} />
      </form>
    </>
  );
}

async function complete(token: string) {
  const done = await send("POST /identity/complete", { body: { token } });
  if (!("uid" in done)) throw new TypeError("gave a token, and was sent another link");
  return done;
}

/** Other tabs of this browser notice the new token, and go on to the page that they come from. */
function UseLink({ token, login }: { token: string; login: LoginFlow }) {
  const { pathname, hash } = useLocation();
  const [error, setError] = useState<Error>();
  const [busy, setBusy] = useState(false);

  const finish = async () => {
    setBusy(true);
    setError(undefined);
    try {
      await login.logIn(complete(token));
    } catch (error) {
      setError(error as Error);
      setBusy(false);
    }
  };

  return (
    <>
      <p className="mt-4 text-quiet">{texts.confirms}</p>
      <div className="mt-8 space-y-3">
        <Button busy={busy} className="w-full" onClick={() => void finish()}>
          {texts.finish}
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
        {error && (
          <p>
            <AppLink to={paths.finish} className="link-like">
              {texts.requestAnotherLink}
            </AppLink>
          </p>
        )}
      </div>
    </>
  );
}
