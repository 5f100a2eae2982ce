import type { SettingName } from "./setting-texts.ts";

/** The labels of settings in the form, in the history and where two owners changed the same one. */
export const labels = {
  name: "Name",
  shopState: "State of the shop",
  logo: "Logo",
  accent: "Colour of buttons and links",
  email: "E-mail",
  phone: "Phone",
  hours: "Opening hours",
  howToPay: "How to pay",
  timeZone: "Time zone",
  locale: "Dates and amounts",
  address: "Address",
  legalName: "Legal name",
  registrationNumbers: "Registration numbers",
  tagline: "Heading of the home page",
  intro: "Text below it",
  about: "Text in the footer",
  homeSections: "Sections of the home page",
  siteParts: "Pages, Subscribe Now and footer",
  heroPicture: "Picture beside the heading",
  bannerSlides: "Your banners",
  summaryFigures: "Figures in Business Summary",
  summaryRows: "Your figures",
  sellTitle: "Heading of How we sell",
  sellText: "Text of How we sell",
  sellSteps: "Steps",
  location: "Where your shop is",
  yearTitle: "Heading of the calendar",
  yearSeasons: "Seasons",
  storyPicture: "Picture of your story",
  storyText: "Your story",
  aboutTitle: "Heading of the About page",
  aboutPicture: "Picture",
  aboutText: "Text of the About page",
  description: "Description for search engines",
  twitterUrl: "Twitter",
  youtubeUrl: "YouTube",
  facebookUrl: "Facebook",
  instagramUrl: "Instagram",
  notificationEmail: "Send to",
  orderEmails: "E-mail me about paid orders",
  lowStock: "Low stock",
  homeProvince: "Where the shop is",
  guestCheckout: "Buying without a login",
  guestLimit: "Largest order without an account",
  checkoutMinutes: "Minutes to pay a checkout",
  payAtPickUp: "Customers who pick up",
  deliveryMethods: "Delivery methods",
  taxStatus: "Registered for taxes",
  taxRegistrations: "Registrations",
  addedTaxRates: "Rates of your own",
  untaxedDelivery: "Provincial tax on the delivery",
  quebecSales: "When sales to Québec open",
  reviewPolicy: "Who can write reviews",
  reviewRequests: "Ask buyers for a review by e-mail",
  reviewRequestDays: "Days after the delivery",
  newsletter: "Newsletter",
  twoStepLogin: "Two-step login",
  synonyms: "Synonyms",
  privacyOfficer: "Person in charge of privacy",
  privacyContact: "E-mail or phone of that person",
  privacy: "Privacy",
  terms: "Terms",
  returns: "Returns",
} satisfies Record<SettingName, string>;

/** Outside of the form, where no group explains them. */
export const longLabels = {
  intro: "Text below the heading",
  notificationEmail: "Address for e-mails to you",
  orderEmails: "E-mails about paid orders",
  sellSteps: "Steps of How we sell",
  yearSeasons: "Seasons of the calendar",
  aboutPicture: "Picture of the About page",
  taxRegistrations: "Tax registrations",
  addedTaxRates: "Tax rates of your own",
  untaxedDelivery: "No provincial tax on the delivery",
  privacyContact: "Contact for privacy",
} satisfies Partial<Record<SettingName, string>>;

/** The titles of the home page's sections, in the order of a new shop and of the specification. */
export const sections = {
  promises: "Delivery, returns and taxes",
  categories: "Categories",
  new: "New",
  favourites: "Favourites",
  story: "Story",
  banner: "Banners",
  summary: "Business Summary",
  sell: "How we sell",
  reviews: "What Our Customer Says",
  contact: "Hours, place and contact",
  year: "The gardener’s year",
};

export const parts = {
  blogs: "Blogs",
  portfolio: "My Portfolio (a sample)",
  subscribe: "Subscribe Now (see Newsletter)",
  services: "Footer: Services",
  company: "Footer: Company",
  social: "Footer: Social",
};

export const choices = {
  summaryFigures: {
    typed: "The ones below",
    counted: "Counted by the shop: tools, orders, customers, reviews",
  },
  orderEmails: {
    each: "An e-mail for each order",
    daily: "One e-mail each morning",
    off: "No e-mail",
  },
  guestCheckout: { off: "No, every customer has an account", on: "Yes, visitors may buy" },
  reviewPolicy: {
    everyone: "Every customer",
    verified: "Customers with a confirmed e-mail",
    buyers: "Customers with a paid order",
    approval: "Every customer, after your approval",
  },
  reviewRequests: { off: "No", on: "Yes, some days after the delivery" },
  newsletter: {
    off: "Off: Subscribe Now says thank you",
    on: "On: Subscribe Now asks for an e-mail address",
  },
  twoStepLogin: {
    optional: "Each person decides",
    staff: "Owner and staff must use it",
  },
  payAtPickUp: { off: "Pay before", on: "May pay at the shop" },
  shopState: { opening: "Not open yet", open: "Open" },
  taxStatus: { unanswered: "Not answered yet", unregistered: "Not registered" },
  quebecSales: {
    ready: "When every duty is done",
    open: "Now, on my own responsibility",
  },
};

export const localeNames = {
  "en-CA": "Canada, English",
  "en-US": "United States",
  "en-GB": "United Kingdom",
  "fr-CA": "Canada, French",
};

export const values = {
  /** The home province, if the owner chose no other. */
  ofAddress: "As the shop’s address says",
  /** A locale with its example. */
  locale: (name: string, date: string, amount: string) => `${name}: ${date}, ${amount}`,
  empty: "empty",
  /** An empty list of sections or parts. */
  none: "none",
};
