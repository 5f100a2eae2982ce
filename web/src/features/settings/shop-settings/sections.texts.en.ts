import type { SettingName } from "./setting-texts.ts";

/** The sections of the form, and what each is about. */
export const sections = {
  shop: {
    title: "The shop",
    about: "Who you are, and how customers reach you.",
  },
  look: {
    title: "Look",
    about: "Customers see it on every page.",
  },
  texts: {
    title: "Texts",
    about: "An empty text is left out.",
  },
  home: {
    title: "Home page",
    about:
      "What visitors see first. A section without content is not shown, and a hidden one is not shown anywhere.",
  },
  checkout: {
    title: "Checkout",
    about: "Who pays for a basket has its goods reserved meanwhile.",
  },
  guests: {
    title: "Guests",
    about: "Visitors may buy without a login. They get a link to their order by e-mail.",
  },
  delivery: {
    title: "Delivery",
    about: "How goods reach your customers, and what it costs.",
  },
  taxes: {
    title: "Taxes",
    about: "GST, HST, QST, PST and RST, by where the goods go. The shop knows the rates.",
  },
  pickUp: {
    title: "Pay at pick-up",
    about:
      "For neighbours who want to see the tool first, or pay in cash. It needs a delivery method that is a pick-up.",
  },
  codes: {
    title: "Discount codes",
    about:
      "For a sale, a newsletter or a customer whom you want to thank. A customer enters one code in the basket.",
  },
  about: {
    title: "About page",
    about: "Who you are. It stands in the menu and in the footer.",
  },
  social: {
    title: "Social media",
    about: "The full address of each page, starting with https://",
  },
  emails: {
    title: "E-mails to you",
    about: "We also tell you about disputes, refused refunds and undelivered e-mails.",
  },
  staff: {
    title: "Staff security",
    about:
      "Two-step login asks for a code from an app after the password. Each person turns it on under Account & security.",
  },
  newsletter: {
    title: "Newsletter",
    about:
      "Visitors agree to get news by e-mail, and confirm it by a link. We keep the proof. You send the newsletter yourself, to the addresses in the file.",
  },
  reviews: {
    title: "Reviews",
    about: "You can hide and delete reviews in Manage Reviews.",
  },
  search: {
    title: "Search",
    about:
      "Words that mean the same to your customers. A search for one finds tools with the other.",
  },
  legal: {
    title: "Legal pages",
    about: "A blank line starts a new paragraph. A short line alone becomes a heading.",
  },
  quebec: {
    title: "Sales to Québec",
    about: "Ready for Québec, in the menu, has the list of what the law asks.",
  },
};

/** What stands below a field. */
export const hints = {
  locale: "Changes how dates and amounts are written, also in e-mails. The language stays English.",
  registrationNumbers:
    "On receipts, packing slips and e-mails, one per line. Numbers of taxes that you enter under Taxes are printed by themselves.",
  howToPay:
    "While the shop takes no cards, customers read it after an order and in the e-mail. For example: Interac e-Transfer to pay@example.ca",
  legalName: "The company or person that sells, if the name differs.",
  tagline: "One sentence. Without it, the name of the shop is the heading.",
  heroPicture:
    "Phones show its middle upright. Without a picture, three of your tools stand there.",
  storyText:
    "Who makes or chooses the tools. Without it, customers read the first words of your About page.",
  bannerSlides:
    "Wide pictures look best. A link is a page of your shop, such as /tool, or starts with https://.",
  location: "Shown unless the shop has an address.",
  checkoutMinutes:
    "From 10 to 1440, which is a day. The customer can extend it once. Choose less when few pieces are left for many customers, and more when customers need time to pay.",
  guestCheckout:
    "Turn it on if new customers leave at the login. It needs card payment and e-mail. Leave it off if you sell by appointment, or only to people you know.",
  guestLimit:
    "Dearer purchases need a login, because thieves try stolen cards without one. Empty: no limit.",
  homeProvince: "Customers who pick up their goods pay the taxes of this province.",
  payAtPickUp:
    "The goods wait for three days. When the customer pays, record the payment at the order. Without it the order ends by itself.",
  aboutTitle: "Your name, or “About us”. Without it there is no such page.",
  aboutText:
    "A blank line starts a new paragraph. # makes a heading, - a list, **bold**, and [text](/tool) a link.",
  notificationEmail: "If empty, we use the shop’s e-mail. If both are empty, you get no e-mails.",
  lowStock: "The shop tells you once when a tool falls to this number. Leave empty for never.",
  newsletter:
    "It needs the shop’s address, which the law wants beside the box, and an e-mail server. Subscribe Now has to be on under Home page.",
  reviewRequests:
    "One e-mail for each purchase, with a link that stops them. It needs the shop’s address. The purchase is the consent that the law asks for.",
  reviewRequestDays: "From 1 to 60, after the last day on which the delivery should arrive.",
  privacyOfficer:
    "A name, or a title that reads well in both languages. The Privacy page shows it.",
  quebecSales:
    "A shop that sold to Québec before goes on. The history of the settings keeps your choice.",
  synonyms: "One group per line, with = between the words: spade = shovel",
} satisfies Partial<Record<SettingName, string>>;

/** What one row of a list is. */
export const rows = {
  banner: {
    add: "Add a banner",
    cell: (number: number, cell: string) => `Banner ${number}: ${cell}`,
    picture: (number: number) => `Picture of banner ${number}`,
    up: (number: number) => `Up: banner ${number}`,
    remove: (number: number) => `Remove banner ${number}`,
  },
  figure: {
    add: "Add a figure",
    cell: (number: number, cell: string) => `Figure ${number}: ${cell}`,
    picture: (number: number) => `Picture of figure ${number}`,
    up: (number: number) => `Up: figure ${number}`,
    remove: (number: number) => `Remove figure ${number}`,
  },
  step: {
    add: "Add a step",
    cell: (number: number, cell: string) => `Step ${number}: ${cell}`,
    picture: (number: number) => `Picture of step ${number}`,
    up: (number: number) => `Up: step ${number}`,
    remove: (number: number) => `Remove step ${number}`,
  },
  season: {
    add: "Add a season",
    cell: (number: number, cell: string) => `Season ${number}: ${cell}`,
    picture: (number: number) => `Picture of season ${number}`,
    up: (number: number) => `Up: season ${number}`,
    remove: (number: number) => `Remove season ${number}`,
  },
};

export const cells = {
  title: "Title",
  text: "Text",
  link: "Link",
  picture: "Picture",
  value: "Value",
  note: "Note",
  months: "Months",
};
