import { useQuery } from "@tanstack/react-query";
import { shopOrigin } from "../../../origin.ts";
import { paths } from "../../../pages.ts";
import { AppLink } from "../../../ui/AppLink.tsx";
import { LoadError } from "../../../ui/LoadError.tsx";
import { Spinner } from "../../../ui/Spinner.tsx";
import { useSearchParam } from "../../../ui/use-search-param.ts";
import { settingsToEditQuery } from "./queries.ts";
import { ShopSettingsForm } from "./ShopSettingsForm.tsx";

/** The server makes it. */
const PRODUCT_FEED = "/feeds/products.xml";

export default function ShopSettingsPage() {
  // The preview of the home page needs the room.
  const [section] = useSearchParam("section");
  const { data: opened, error, refetch } = useQuery(settingsToEditQuery);
  return (
    <>
      <h1 className="text-title">Shop settings</h1>
      {section !== "home" && <OtherPlaces />}
      {opened ? (
        <ShopSettingsForm first={opened} />
      ) : error ? (
        <div className="mt-8">
          <LoadError error={error} onRetry={() => void refetch()} />
        </div>
      ) : (
        <Spinner label="Loading the settings" />
      )}
    </>
  );
}

const OtherPlaces = () => (
  <>
    <p className="mt-4 max-w-prose text-quiet">
      What customers read about your shop, on its pages and in its e-mails.
    </p>
    <p className="mt-2">
      <AppLink to={paths.webhooks} className="underline underline-offset-4 hover:decoration-2">
        Webhooks
      </AppLink>{" "}
      <span className="text-quiet">tell your other programs what happens in the shop.</span>{" "}
      <AppLink
        to={paths.settingsHistory}
        className="underline underline-offset-4 hover:decoration-2"
      >
        Settings history
      </AppLink>{" "}
      <span className="text-quiet">shows each change and who made it.</span>{" "}
      <AppLink
        to={paths.emailTexts}
        className="whitespace-nowrap underline underline-offset-4 hover:decoration-2"
      >
        E-mails
      </AppLink>{" "}
      <span className="text-quiet">to customers have words of their own.</span>
    </p>
    <p className="mt-2 wrap-anywhere text-quiet">
      Google Merchant Center and Meta read your tools at{" "}
      <a href={PRODUCT_FEED} className="underline underline-offset-4 hover:decoration-2">
        {shopOrigin() + PRODUCT_FEED}
      </a>
      , which you enter there as a product feed.
    </p>
  </>
);
