import { useQueryClient } from "@tanstack/react-query";
import { useSession } from "../../../api/session/SessionProvider.tsx";
import { toolFromLists } from "../../../api/tool-lists.ts";
import { purchasedToolId } from "../../../page-paths.ts";
import { pageAt } from "../../../pages.ts";
import { Picture } from "../../../ui/Picture.tsx";
import { texts } from "./AuthLayout.texts.en.tsx";
import { type AuthScreen, type LoginState, purposeOf } from "./return-to.ts";

interface LoginNoticeProps extends Pick<LoginState, "from" | "audience" | "expired"> {
  screen: AuthScreen;
}

/** Who is signed in already, or else why a login is needed. */
export function LoginNotice({ from, audience, expired, screen }: LoginNoticeProps) {
  const { state } = useSession();
  if (state.status === "signed-in" && !expired) {
    const signedInAs = audience ? texts.signedInAsOther[audience] : texts.signedInAs;
    return (
      <p role="status" className="mt-6 border-l-2 border-warning py-1 pl-4">
        {signedInAs(
          <strong className="wrap-anywhere">
            {state.session.email ?? state.session.displayName}
          </strong>,
        )}
      </p>
    );
  }
  return from ? <Reason from={from} screen={screen} /> : null;
}

function Reason({ from, screen }: { from: string; screen: AuthScreen }) {
  const queryClient = useQueryClient();
  const toolId = purchasedToolId(from);
  const tool = toolId ? toolFromLists(queryClient, toolId) : undefined;
  const page = pageAt(from.split(/[?#]/)[0] ?? from);
  if (!page || page.access === "public" || page.access === "unlisted") return null;
  const purchase = tool ? texts.purchase(tool.name) : texts.purchaseThisTool;
  return (
    <p className="mt-6 flex items-center gap-4 border-l-2 border-primary py-1 pl-4">
      {tool && (
        <span className="w-11 shrink-0 bg-plate">
          <Picture src={tool.img} alt="" sizes="44px" load="soon" />
        </span>
      )}
      <span className="wrap-anywhere">
        {texts.reason[screen](toolId ? purchase : purposeOf(page))}
      </span>
    </p>
  );
}
