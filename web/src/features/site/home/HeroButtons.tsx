import { type MouseEvent, type ReactNode, useState } from "react";
import { hasName, useShop } from "../../../api/shop.ts";
import { paths } from "../../../pages.ts";
import { AppLink } from "../../../ui/AppLink.tsx";
import { Button } from "../../../ui/Button.tsx";
import { texts } from "./texts.en.ts";

export function HeroButtons({ hasTools }: { hasTools: boolean }) {
  const { siteParts, newsletter } = useShop();
  const [dialog, setDialog] = useState<ReactNode>();
  // The dialog is not a part of the first visit. A new one opens with each press.
  const subscribe = async ({ timeStamp }: MouseEvent) => {
    const { default: Dialog } = await (newsletter === "on"
      ? import("./NewsletterDialog.tsx")
      : import("./SubscribedDialog.tsx"));
    setDialog(<Dialog key={timeStamp} />);
  };
  return (
    <div className="flex flex-wrap gap-3">
      {hasTools && (
        <AppLink
          to={paths.tools}
          className="btn border-[#fbf8f1] bg-[#fbf8f1] px-7 text-[#22392a] hover:bg-transparent hover:text-[#fbf8f1]"
        >
          {texts.allTools}
        </AppLink>
      )}
      {hasName(siteParts, "subscribe") && (
        <Button
          variant="quiet"
          className="border-current px-7 noscript:hidden text-inherit hover:bg-[#fbf8f1] hover:text-[#22392a]"
          onClick={subscribe}
        >
          {texts.subscribe}
        </Button>
      )}
      {dialog}
    </div>
  );
}
