import "./buying.css";
import { useLocation } from "react-router";
import type { Quote } from "../../api/basket.ts";
import { paths } from "../../pages.ts";
import { AppLink } from "../../ui/AppLink.tsx";
import { texts } from "./buying.texts.en.ts";

/** Why the basket cannot be bought as it stands, above everything else, and what can be done. */
export const CannotBuy = ({ problems }: { problems: Quote["problems"] }) =>
  problems.map(({ code, detail }) => (
    <div key={detail} role="alert" className="buying-note buying-problem mt-4 text-error">
      <span>{detail}</span>
      {code === "login_required" && <LoginLinks />}
      {code === "nothing_to_buy" && (
        <AppLink to={paths.tools} className="btn btn-outline btn-sm">
          {texts.allTools}
        </AppLink>
      )}
    </div>
  ));

/** Both lead back to this page. */
function LoginLinks() {
  const { pathname } = useLocation();
  const query = `?returnTo=${encodeURIComponent(pathname)}`;
  const state = { from: pathname };
  return (
    <span className="flex flex-wrap gap-2">
      <AppLink to={paths.login + query} state={state} className="btn btn-outline btn-sm">
        {texts.logIn}
      </AppLink>
      <AppLink to={paths.signup + query} state={state} className="btn btn-outline btn-sm">
        {texts.createAccount}
      </AppLink>
    </span>
  );
}
