import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { answer, api, type Session } from "../../api/client.ts";
import { sentence } from "../../api/error-messages.ts";
import { isSignedOut } from "../../api/errors.ts";
import { useSession } from "../../api/session/SessionProvider.tsx";
import { roleQuery } from "../../api/session/use-role.ts";
import { hasOwnDocument, paths } from "../../pages.ts";
import { comingBack } from "./callback-params.ts";
import { problemSentence } from "./login-errors.ts";
import { returnTo, roleFor } from "./return-to.ts";

/**
 * What follows a sign-in, whatever its way: the token, then the page one came from, in place of this one.
 * It begins by itself where a provider has sent the page back here.
 */
export function useEntry(origin: string | undefined) {
  const { search, state } = useLocation();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const { enter } = useSession();
  const [back] = useState(() => comingBack(search));
  const [fault, setFault] = useState(back.problem);
  const [arriving, setArriving] = useState(back.arrived !== undefined);
  const from = origin ?? back.from;

  const arrive = async (session: Session) => {
    setArriving(true);
    try {
      await enter(session);
      if (!session.email) {
        navigate(paths.finish, { replace: true, state: { from } });
        return;
      }
      const role = roleFor(from) && (await queryClient.fetchQuery(roleQuery(session.email)));
      const target = returnTo(from, role);
      if (hasOwnDocument(target)) window.location.replace(target);
      else navigate(target, { replace: true });
    } catch (error) {
      setArriving(false);
      throw error;
    }
  };

  /** The provider's callback has set the cookie; whom it belongs to is asked here. */
  const arriveFromProvider = async () => {
    try {
      await arrive(await answer(api.GET("/identity/session")));
    } catch (error) {
      setArriving(false);
      setFault(isSignedOut(error) ? problemSentence("no_session") : sentence(error));
    }
  };

  const goOn = useEffectEvent(() => {
    if (back.arrived) void arriveFromProvider();
    // Said once: the address is the screen's own again, and keeps where one wanted to go.
    else if (search) navigate({ search: "" }, { replace: true, state: { ...state, from } });
  });
  useEffect(() => goOn(), []);

  return {
    /** Where one wanted to go. */
    from,
    /** What to say under the form. */
    fault,
    setFault,
    arriving,
    /** As `arriving`, but with nothing on the page that one could still go on with. */
    comingBack: back.arrived !== undefined && arriving,
    arrive,
    arriveFromProvider,
  };
}

export type Entry = ReturnType<typeof useEntry>;
