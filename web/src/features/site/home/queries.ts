import { query } from "../../../api/query.ts";

/** The server writes it into the home page. */
export const shopFiguresQuery = query(["shop-figures"], "/shop-figures");
