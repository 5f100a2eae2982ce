import { paths } from "../../../pages.ts";
import { AppLink } from "../../../ui/AppLink.tsx";

export const FirstToolStep = () => (
  <>
    <p className="mb-4 max-w-prose">
      A photo, a name, a price, how many you have, and the smallest order. Or bring all tools at
      once, as a file of Shopify, WooCommerce or a spreadsheet.
    </p>
    <div className="flex flex-wrap gap-3">
      <AppLink to={paths.addTool} className="btn btn-primary">
        Add the first tool
      </AppLink>
      <AppLink to={paths.importTools} className="btn btn-outline">
        Import tools
      </AppLink>
    </div>
  </>
);
