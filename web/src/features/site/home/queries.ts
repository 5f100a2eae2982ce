import { ownersLanguage } from "../../../api/owner-language.ts";
import { query } from "../../../api/query.ts";

/** The server writes it into the home page. */
export const shopFiguresQuery = query(["shop-figures"], "/shop-figures");

/** The server writes it into the home page of an owner's shop. */
export const homePageQuery = query(["home-page"], "/home-page", ownersLanguage);
