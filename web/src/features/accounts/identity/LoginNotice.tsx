import { useQueryClient } from "@tanstack/react-query";
import { useSession } from "../../../api/session/SessionProvider.tsx";
import { toolFromLists } from "../../../api/tool-lists.ts";
import { purchasedToolId } from "../../../page-paths.ts";
import { pageAt } from "../../../pages.ts";
import { Picture } from "../../../ui/Picture.tsx";
import { type LoginState, purposeOf } from "./return-to.ts";

const AUDIENCE = {
  admin: "the shop’s admins",
  staff: "the shop’s staff",
  customer: "customers",
};

interface LoginNoticeProps extends Pick<LoginState, "from" | "audience" | "expired"> {
  verb: "Log in" | "Sign up";
}

/** Who is signed in already, or else why a login is needed. */
export function LoginNotice({ from, audience, expired, verb }: LoginNoticeProps) {
  const { state } = useSession();
  if (state.status === "signed-in" && !expired)
    return (
      <p role="status" className="mt-6 border-l-2 border-warning py-1 pl-4">
        Signed in as{" "}
        <strong className="wrap-anywhere">
          {state.session.email ?? state.session.displayName}
        </strong>
        {audience ? `; this page is for ${AUDIENCE[audience]}.` : "."}
      </p>
    );
  return from ? <Reason from={from} verb={verb} /> : null;
}

function Reason({ from, verb }: { from: string; verb: string }) {
  const queryClient = useQueryClient();
  const toolId = purchasedToolId(from);
  const tool = toolId ? toolFromLists(queryClient, toolId) : undefined;
  const page = pageAt(from.split(/[?#]/)[0] ?? from);
  if (!page || page.access === "public" || page.access === "unlisted") return null;
  return (
    <p className="mt-6 flex items-center gap-4 border-l-2 border-primary py-1 pl-4">
      {tool && (
        <span className="w-11 shrink-0 bg-plate">
          <Picture src={tool.img} alt="" sizes="44px" load="soon" />
        </span>
      )}
      <span className="wrap-anywhere">
        {verb} to {toolId ? `purchase ${tool?.name ?? "this tool"}` : purposeOf(page)}
      </span>
    </p>
  );
}
