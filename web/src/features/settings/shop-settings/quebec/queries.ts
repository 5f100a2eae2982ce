import { privateQuery } from "../../../../api/query.ts";

/** What the shop still needs before it sells into Québec. The key begins like the settings, which change it. */
export const quebecQuery = privateQuery(["shop-settings", "quebec"], "/manageShop/quebec");
