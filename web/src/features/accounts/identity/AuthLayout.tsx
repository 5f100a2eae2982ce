import "./identity.css";
import { type ReactNode, useState } from "react";
import { pages, paths } from "../../../pages.ts";
import { AppLink } from "../../../ui/AppLink.tsx";
import { Spinner } from "../../../ui/Spinner.tsx";
import { texts } from "./AuthLayout.texts.en.tsx";
import { PhoneLogin } from "./PhoneLogin.tsx";
import { PictureLayout } from "./PictureLayout.tsx";
import type { AuthScreen } from "./return-to.ts";
import { SocialLoginButtons } from "./SocialLoginButtons.tsx";
import type { LoginFlow } from "./use-login.ts";

interface AuthLayoutProps {
  screen: AuthScreen;
  title: string;
  /** The page that the login is for. */
  from: string | undefined;
  login: LoginFlow;
  /** Shown above the form. */
  notice?: ReactNode;
  /** Links below the form. */
  links: ReactNode;
  /** The form for e-mail and password. */
  children: ReactNode;
}

/** The layout of /login and /signup: a form, and other login methods below it. */
export function AuthLayout({
  screen,
  title,
  from,
  login,
  notice,
  links,
  children,
}: AuthLayoutProps) {
  const [byPhone, setByPhone] = useState(false);

  if (login.isReturning) return <Spinner label={texts.signingIn} />;
  return (
    <PictureLayout
      title={
        <div className="auth-tabs">
          {(["login", "signup"] as const).map((page) =>
            page === screen ? (
              <h1 key={page}>{title}</h1>
            ) : (
              <AppLink key={page} to={paths[page]} state={{ from }}>
                {pages[page].title}
              </AppLink>
            ),
          )}
        </div>
      }
    >
      {notice}
      <div className="mt-8">
        {byPhone ? <PhoneLogin logIn={login.logIn} onBack={() => setByPhone(false)} /> : children}
      </div>
      {!byPhone && (
        <div className="mt-4 flex flex-wrap justify-between gap-x-6 gap-y-2 text-quiet">
          {links}
        </div>
      )}
      <SocialLoginButtons
        screen={screen}
        returnTo={login.from ?? "/"}
        onSignedIn={login.completeSocialLogin}
        onSecondStep={login.askForCode}
        onError={(text) => {
          // The message is shown below that form.
          setByPhone(false);
          login.setError(text);
        }}
        onPhone={byPhone ? undefined : () => setByPhone(true)}
      />
    </PictureLayout>
  );
}
