import { type ReactNode, useState } from "react";
import { PageTitle } from "../../ui/PageTitle.tsx";
import { Spinner } from "../../ui/Spinner.tsx";
import { PhoneSignIn } from "./PhoneLogin.tsx";
import { IdentityFrame } from "./PictureLayout.tsx";
import { OtherWays } from "./SocialLoginButtons.tsx";
import type { Entry } from "./use-login.ts";

interface EntryFrameProps {
  screen: "login" | "signup";
  title: string;
  entry: Entry;
  /** What is said above the form. */
  notice?: ReactNode;
  /** Where else one may want to go, below the form. */
  links: ReactNode;
  /** The form of e-mail and password. */
  children: ReactNode;
}

/** What /login and /signup have in common: a form, and the other ways in below it. */
export function EntryFrame({ screen, title, entry, notice, links, children }: EntryFrameProps) {
  const [byPhone, setByPhone] = useState(false);

  if (entry.comingBack) return <Spinner label="Signing you in" />;
  return (
    <IdentityFrame title={title}>
      <PageTitle>{title}</PageTitle>
      {notice}
      <div className="mt-8">
        {byPhone ? (
          <PhoneSignIn onSession={entry.arrive} onBack={() => setByPhone(false)} />
        ) : (
          children
        )}
      </div>
      {!byPhone && (
        <div className="mt-4 flex flex-wrap justify-between gap-x-6 gap-y-2 text-quiet">
          {links}
        </div>
      )}
      <OtherWays
        screen={screen}
        returnTo={entry.from ?? "/"}
        onSignedIn={entry.arriveFromProvider}
        onProblem={(text) => {
          // Said under the form, so that one has to be there.
          setByPhone(false);
          entry.setFault(text);
        }}
        onPhone={byPhone ? undefined : () => setByPhone(true)}
      />
    </IdentityFrame>
  );
}
