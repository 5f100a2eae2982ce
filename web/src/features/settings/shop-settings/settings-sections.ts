import { currentShop, hasName } from "../../../api/shop.ts";
import { paths } from "../../../pages.ts";
import { hasDeliveryTax } from "./charges/taxes.ts";
import type { SettingName } from "./setting-texts.ts";
import type { SettingsDraft } from "./settings-draft.ts";

/** A field of the form. Without more it is a line of up to 200 characters. */
export interface SettingField {
  type?: "email" | "tel" | "url";
  /** The lines of a text. */
  rows?: number;
  max?: number;
  hint?: string;
  required?: true;
  /** Where customers read it. */
  page?: string;
  /** A list: what one row is, and its cells. */
  list?: { row: string; cells: string[]; max: number };
  when?: (typed: SettingsDraft) => boolean;
}

export interface SettingsSection {
  title: string;
  about: string;
  /** Its fields stand side by side. */
  isPaired?: true;
  /** Saved together, in this order. */
  fields: Partial<Record<SettingName, SettingField>>;
}

/** Whether the home page has this section. */
const on = (name: string) => (typed: SettingsDraft) => hasName(typed.homeSections, name);

const LEGAL_TEXT = { rows: 10, max: 10_000, required: true } as const;
const PAGE = { type: "url" } as const;

/** The form, in the order of its index. */
export const SECTIONS = {
  shop: {
    title: "The shop",
    about: "Who you are, and how customers reach you.",
    isPaired: true,
    fields: {
      name: { max: 40, required: true },
      email: { type: "email" },
      phone: { type: "tel" },
      hours: {},
      timeZone: {},
      locale: {
        hint: "Changes how dates and amounts are written, also in e-mails. The language stays English.",
      },
      address: { rows: 3 },
      registrationNumbers: {
        rows: 3,
        hint: "On receipts, packing slips and e-mails, one per line. Numbers of taxes that you enter under Taxes are printed by themselves.",
      },
      howToPay: {
        rows: 3,
        hint: "While the shop takes no cards, customers read it after an order and in the e-mail. For example: Interac e-Transfer to pay@example.ca",
      },
      legalName: { hint: "The company or person that sells, if the name differs." },
    },
  },
  look: {
    title: "Look",
    about: "Customers see it on every page.",
    isPaired: true,
    fields: { logo: {}, accent: {} },
  },
  texts: {
    title: "Texts",
    about: "An empty text is left out.",
    fields: {
      about: { rows: 2 },
      description: {},
    },
  },
  home: {
    title: "Home page",
    about:
      "What visitors see first. A section without content is not shown, and a hidden one is not shown anywhere.",
    fields: {
      tagline: { hint: "One sentence. Without it, the name of the shop is the heading." },
      intro: { rows: 3 },
      heroPicture: {
        hint: "Phones show its middle upright. Without a picture, three of your tools stand there.",
        // The demo has a picture of its own.
        when: () => !currentShop().hasArticles,
      },
      homeSections: {},
      storyText: {
        rows: 4,
        hint: "Who makes or chooses the tools. Without it, customers read the first words of your About page.",
        when: on("story"),
      },
      storyPicture: { when: on("story") },
      bannerSlides: {
        hint: "Wide pictures look best. A link is a page of your shop, such as /tool, or starts with https://.",
        list: { row: "Banner", cells: ["Title", "Text", "Link", "Picture"], max: 5 },
        when: on("banner"),
      },
      summaryFigures: { when: on("summary") },
      summaryRows: {
        list: { row: "Figure", cells: ["Title", "Value", "Note"], max: 8 },
        when: (typed) => on("summary")(typed) && typed.summaryFigures === "typed",
      },
      sellTitle: { when: on("sell") },
      sellText: { rows: 2, when: on("sell") },
      sellSteps: { list: { row: "Step", cells: ["Title", "Text"], max: 8 }, when: on("sell") },
      location: { hint: "Shown unless the shop has an address.", when: on("contact") },
      yearTitle: { when: on("year") },
      yearSeasons: {
        list: { row: "Season", cells: ["Title", "Months", "Text"], max: 8 },
        when: on("year"),
      },
      siteParts: {},
    },
  },
  checkout: {
    title: "Checkout",
    about: "Who pays for a basket has its goods reserved meanwhile.",
    fields: {
      checkoutMinutes: {
        required: true,
        hint: "From 10 to 1440, which is a day. The customer can extend it once. Choose less when few pieces are left for many customers, and more when customers need time to pay.",
      },
    },
  },
  guests: {
    title: "Guests",
    about: "Visitors may buy without a login. They get a link to their order by e-mail.",
    fields: {
      guestCheckout: {
        hint: "Turn it on if new customers leave at the login. It needs card payment and e-mail. Leave it off if you sell by appointment, or only to people you know.",
      },
      guestLimit: {
        hint: "Dearer purchases need a login, because thieves try stolen cards without one. Empty: no limit.",
        when: (typed) => typed.guestCheckout === "on",
      },
    },
  },
  delivery: {
    title: "Delivery",
    about: "How goods reach your customers, and what it costs.",
    fields: { deliveryMethods: {} },
  },
  taxes: {
    title: "Taxes",
    about: "GST, HST, QST, PST and RST, by where the goods go. The shop knows the rates.",
    fields: {
      homeProvince: { hint: "Customers who pick up their goods pay the taxes of this province." },
      taxStatus: { when: (typed) => typed.taxRegistrations.length === 0 },
      taxRegistrations: {},
      untaxedDelivery: { when: ({ taxRegistrations }) => hasDeliveryTax(taxRegistrations) },
      addedTaxRates: {},
    },
  },
  pickUp: {
    title: "Pay at pick-up",
    about:
      "For neighbours who want to see the tool first, or pay in cash. It needs a delivery method that is a pick-up.",
    fields: {
      payAtPickUp: {
        hint: "The goods wait for three days. When the customer pays, record the payment at the order. Without it the order ends by itself.",
      },
    },
  },
  codes: {
    title: "Discount codes",
    about:
      "For a sale, a newsletter or a customer whom you want to thank. A customer enters one code in the basket.",
    fields: {},
  },
  about: {
    title: "About page",
    about: "Who you are. It stands in the menu and in the footer.",
    fields: {
      aboutTitle: { hint: "Your name, or “About us”. Without it there is no such page." },
      aboutPicture: {},
      aboutText: {
        rows: 10,
        max: 10_000,
        page: paths.about,
        hint: "A blank line starts a new paragraph. # makes a heading, - a list, **bold**, and [text](/tool) a link.",
      },
    },
  },
  social: {
    title: "Social media",
    about: "The full address of each page, starting with https://",
    isPaired: true,
    fields: { twitterUrl: PAGE, youtubeUrl: PAGE, facebookUrl: PAGE, instagramUrl: PAGE },
  },
  emails: {
    title: "E-mails to you",
    about: "We also tell you about disputes, refused refunds and undelivered e-mails.",
    isPaired: true,
    fields: {
      notificationEmail: {
        type: "email",
        hint: "If empty, we use the shop’s e-mail. If both are empty, you get no e-mails.",
      },
      orderEmails: {},
      lowStock: {
        hint: "The shop tells you once when a tool falls to this number. Leave empty for never.",
      },
    },
  },
  staff: {
    title: "Staff security",
    about:
      "Two-step login asks for a code from an app after the password. Each person turns it on under Account & security.",
    fields: { twoStepLogin: {} },
  },
  reviews: {
    title: "Reviews",
    about: "You can hide and delete reviews in Manage Reviews.",
    fields: {
      reviewPolicy: {},
      reviewRequests: {
        hint: "One e-mail for each purchase, with a link that stops them. It needs the shop’s address. The purchase is the consent that the law asks for.",
      },
      reviewRequestDays: {
        required: true,
        hint: "From 1 to 60, after the last day on which the delivery should arrive.",
        when: (typed) => typed.reviewRequests === "on",
      },
    },
  },
  search: {
    title: "Search",
    about:
      "Words that mean the same to your customers. A search for one finds tools with the other.",
    fields: {
      synonyms: {
        rows: 10,
        max: 10_000,
        hint: "One group per line, with = between the words: spade = shovel",
      },
    },
  },
  legal: {
    title: "Legal pages",
    about: "A blank line starts a new paragraph. A short line alone becomes a heading.",
    fields: {
      privacy: { ...LEGAL_TEXT, page: paths.privacy },
      terms: { ...LEGAL_TEXT, page: paths.terms },
      returns: { ...LEGAL_TEXT, page: paths.returns },
    },
  },
} satisfies Record<string, SettingsSection>;

export type SectionName = keyof typeof SECTIONS;

export const SECTION_NAMES = Object.keys(SECTIONS) as SectionName[];

export const namesIn = ({ fields }: SettingsSection) => Object.keys(fields) as SettingName[];

export const entriesOf = ({ fields }: SettingsSection) =>
  Object.entries(fields) as [SettingName, SettingField][];
