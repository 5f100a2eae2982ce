import { counted } from "../../../words.en.ts";

export const texts = {
  basket: "Basket",
  basketWith: (count: number) => `Basket, ${counted.tools(count)}`,

  homeOf: (shop: string) => `${shop}, home`,
  mainMenu: "Main",
  allTools: "All Tools",
  /** Beside the menu on small screens, where little room is. */
  allToolsShort: "All Tools",
  home: "Home",
  dashboard: "Dashboard",
  menu: "Menu",
  search: "Search",
  searchTools: "Search tools",
  stillLoggedIn: (problem: string) => `You are still logged in. ${problem}`,
  signOut: "Sign Out",
  login: "Login",
  changeTheme: "Change between light and dark",

  toHomeOf: (shop: string) => `${shop}, to the home page`,
  services: "Services",
  delivery: "Delivery",
  returns: "Returns",
  company: "Company",
  about: "About",
  whoWeAre: "Who we are",
  social: "Social",
  customerReviews: "Customer reviews",
  language: "Language",
  stayInThisLanguage: "Stay with English",
  copyright: (year: number, shop: string) => `Copyright © ${year} ${shop}. All rights reserved.`,
};
