import type { ReactNode } from "react";
import { plural } from "../../../money.ts";

/** The page of the settings, its index and its fields. */
export const texts = {
  title: "Shop settings",
  loading: "Loading the settings",
  all: "All settings",
  save: "Save",
  saving: "Saving …",
  saved: "Shop settings saved",
  unchanged: "Nothing has changed",
  notSaved: (sections: string[]) => `Not saved yet: ${sections.join(", ")}`,
  refused: "Nothing was saved. Please correct the fields above.",
  checked:
    "I (or my lawyer) have checked this text. Until you save it, the page says that it is a draft.",
  seePage: "See the page",
  sections: "Sections",
  onEveryPage: "On every page",
  up: "Up",
  upOf: (name: string) => `Up: ${name}`,
  remove: "Remove",
};

/** The owner's texts in French. */
export const french = {
  labelOf: (name: string) => `${name} in French`,
  /** All of them, where they are undone together. */
  all: "Texts in French",
  missing: "French is missing",
  copy: "Copy the English rows",
  copyOf: (name: string) => `Copy the English rows: ${name}`,
  checked:
    "I (or my lawyer) have checked this French text. Until you save it, the page says that it is a draft.",
  countMissing: (count: number) =>
    count === 1
      ? "1 text is missing in French. French pages show the English one."
      : `${count} texts are missing in French. French pages show the English ones.`,
  countMissingHere: (count: number) => `French is missing for ${plural(count, "text", "texts")}`,
};

export const index = {
  search: "Search the settings",
  sections: "Sections",
  notSavedYet: "(not saved yet)",
  codesInUse: (count: number) =>
    count > 0 ? `${plural(count, "code", "codes")} in use` : "No codes in use",
  more: "More",
  pages: {
    emails: { title: "E-mails", about: "The words of what customers get" },
    webhooks: { title: "Webhooks", about: "Tell your other programs what happens" },
    history: { title: "Settings history", about: "Each change, and who made it" },
  },
  feed: (address: ReactNode) => (
    <>
      Google Merchant Center and Meta read your tools at {address}, which you enter there as a
      product feed.
    </>
  ),
  nothingFound: "No settings match this search.",
  found: (count: number) => `${count} found`,
  inSection: (section: string) => `in ${section}`,
};

export const home = {
  view: "Edit or preview",
  edit: "Edit",
  preview: "Preview",
  undo: "Undo",
  redo: "Redo",
  undone: (setting: string) => `Undone: ${setting}`,
  redone: (setting: string) => `Redone: ${setting}`,
  width: "Width of the preview",
  phone: "Phone",
  desktop: "Desktop",
  frame: "Your home page with these changes",
};

export const look = {
  logo: "Logo",
  logoHint:
    "Replaces the name in the header, and appears on receipts and packing slips. PNG, JPEG or WebP, best with a transparent background.",
  onLight: (name: string) => `${name} on light pages`,
  onDark: (name: string) => `${name} on dark pages`,
  accent: "Colour of buttons and links",
  useFirst: "Use the first colour",
  sample: "Button",
  papers: {
    light: "Light pages",
    dark: "Dark pages",
  } satisfies Record<"light" | "dark", string>,
  readable: "Text in this colour is easy to read on all pages.",
  darker: "We show it darker on light pages, so that text stays easy to read.",
  lighter: "We show it lighter on dark pages, so that text stays easy to read.",
  darkerAndLighter:
    "We show it darker on light pages and lighter on dark pages, so that text stays easy to read.",
};
