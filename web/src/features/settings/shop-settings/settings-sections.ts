import { currentShop, hasName } from "../../../api/shop.ts";
import { paths } from "../../../pages.ts";
import { hasDeliveryTax } from "./charges/taxes.ts";
import type { CellName, RowName } from "./RowsField.tsx";
import { hints, sections } from "./sections.texts.en.ts";
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
  list?: { row: RowName; cells: CellName[]; max: number };
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
    ...sections.shop,
    isPaired: true,
    fields: {
      name: { max: 40, required: true },
      email: { type: "email" },
      phone: { type: "tel" },
      hours: {},
      timeZone: {},
      locale: { hint: hints.locale },
      address: { rows: 3 },
      registrationNumbers: {
        rows: 3,
        hint: hints.registrationNumbers,
      },
      howToPay: {
        rows: 3,
        hint: hints.howToPay,
      },
      legalName: { hint: hints.legalName },
    },
  },
  look: {
    ...sections.look,
    isPaired: true,
    fields: { logo: {}, accent: {} },
  },
  texts: {
    ...sections.texts,
    fields: {
      about: { rows: 2 },
      description: {},
    },
  },
  home: {
    ...sections.home,
    fields: {
      tagline: { hint: hints.tagline },
      intro: { rows: 3 },
      heroPicture: {
        hint: hints.heroPicture,
        // The demo has a picture of its own.
        when: () => !currentShop().hasArticles,
      },
      homeSections: {},
      storyText: {
        rows: 4,
        hint: hints.storyText,
        when: on("story"),
      },
      storyPicture: { when: on("story") },
      bannerSlides: {
        hint: hints.bannerSlides,
        list: { row: "banner", cells: ["title", "text", "link", "picture"], max: 5 },
        when: on("banner"),
      },
      summaryFigures: { when: on("summary") },
      summaryRows: {
        list: { row: "figure", cells: ["title", "value", "note"], max: 8 },
        when: (typed) => on("summary")(typed) && typed.summaryFigures === "typed",
      },
      sellTitle: { when: on("sell") },
      sellText: { rows: 2, when: on("sell") },
      sellSteps: { list: { row: "step", cells: ["title", "text"], max: 8 }, when: on("sell") },
      location: { hint: hints.location, when: on("contact") },
      yearTitle: { when: on("year") },
      yearSeasons: {
        list: { row: "season", cells: ["title", "months", "text"], max: 8 },
        when: on("year"),
      },
      siteParts: {},
    },
  },
  checkout: {
    ...sections.checkout,
    fields: {
      checkoutMinutes: {
        required: true,
        hint: hints.checkoutMinutes,
      },
    },
  },
  guests: {
    ...sections.guests,
    fields: {
      guestCheckout: { hint: hints.guestCheckout },
      guestLimit: {
        hint: hints.guestLimit,
        when: (typed) => typed.guestCheckout === "on",
      },
    },
  },
  delivery: {
    ...sections.delivery,
    fields: { deliveryMethods: {} },
  },
  taxes: {
    ...sections.taxes,
    fields: {
      homeProvince: { hint: hints.homeProvince },
      taxStatus: { when: (typed) => typed.taxRegistrations.length === 0 },
      taxRegistrations: {},
      untaxedDelivery: { when: ({ taxRegistrations }) => hasDeliveryTax(taxRegistrations) },
      addedTaxRates: {},
    },
  },
  pickUp: {
    ...sections.pickUp,
    fields: {
      payAtPickUp: { hint: hints.payAtPickUp },
    },
  },
  codes: {
    ...sections.codes,
    fields: {},
  },
  about: {
    ...sections.about,
    fields: {
      aboutTitle: { hint: hints.aboutTitle },
      aboutPicture: {},
      aboutText: {
        rows: 10,
        max: 10_000,
        page: paths.about,
        hint: hints.aboutText,
      },
    },
  },
  social: {
    ...sections.social,
    isPaired: true,
    fields: { twitterUrl: PAGE, youtubeUrl: PAGE, facebookUrl: PAGE, instagramUrl: PAGE },
  },
  emails: {
    ...sections.emails,
    isPaired: true,
    fields: {
      notificationEmail: {
        type: "email",
        hint: hints.notificationEmail,
      },
      orderEmails: {},
      lowStock: { hint: hints.lowStock },
    },
  },
  newsletter: {
    ...sections.newsletter,
    fields: { newsletter: { hint: hints.newsletter } },
  },
  staff: {
    ...sections.staff,
    fields: { twoStepLogin: {} },
  },
  reviews: {
    ...sections.reviews,
    fields: {
      reviewPolicy: {},
      reviewRequests: { hint: hints.reviewRequests },
      reviewRequestDays: {
        required: true,
        hint: hints.reviewRequestDays,
        when: (typed) => typed.reviewRequests === "on",
      },
    },
  },
  search: {
    ...sections.search,
    fields: {
      synonyms: {
        rows: 10,
        max: 10_000,
        hint: hints.synonyms,
      },
    },
  },
  legal: {
    ...sections.legal,
    fields: {
      privacyOfficer: { page: paths.privacy, hint: hints.privacyOfficer },
      privacyContact: {},
      privacy: { ...LEGAL_TEXT, page: paths.privacy },
      terms: { ...LEGAL_TEXT, page: paths.terms },
      returns: { ...LEGAL_TEXT, page: paths.returns },
    },
  },
  quebec: {
    ...sections.quebec,
    fields: { quebecSales: { hint: hints.quebecSales } },
  },
} satisfies Record<string, SettingsSection>;

export type SectionName = keyof typeof SECTIONS;

export const SECTION_NAMES = Object.keys(SECTIONS) as SectionName[];

export const namesIn = ({ fields }: SettingsSection) => Object.keys(fields) as SettingName[];

export const entriesOf = ({ fields }: SettingsSection) =>
  Object.entries(fields) as [SettingName, SettingField][];
