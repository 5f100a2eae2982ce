import { expect, test } from "vitest";
import firstValues from "../../../api/shop-defaults.json";
import { NO_FRENCH } from "./french.test-texts.ts";
import { afterSave, changesOf, conflictsOf, draftOf, rebased } from "./settings-draft.ts";

const stored = {
  ...firstValues,
  shopState: "open" as const,
  taxStatus: "unanswered" as const,
  locale: "en-CA" as const,
  description: "D",
  privacy: "P",
  terms: "T",
  returns: "R",
  summaryFigures: "typed" as const,
  aboutContent: [],
  hasArticles: true,
  reviewPolicy: "everyone" as const,
  orderEmails: "each" as const,
  notificationEmail: "",
  lowStock: "5",
  guestCheckout: "off" as const,
  guestLimit: "500",
  newsletter: "off" as const,
  reviewRequests: "off" as const,
  reviewRequestDays: "7",
  checkoutMinutes: "30",
  payAtPickUp: "off" as const,
  twoStepLogin: "optional" as const,
  synonyms: "spade = shovel",
  ...{ homeProvince: "", deliveryMethods: [], taxRegistrations: [] },
  ...{ addedTaxRates: [], untaxedDelivery: "", quebecSales: "ready" as const },
  ...{ privacyOfficer: "", privacyContact: "" },
  drafts: ["privacy" as const, "terms" as const],
  french: { ...NO_FRENCH, hours: "Le lundi", terms: "T, en français" },
  frenchDrafts: ["terms" as const],
};

test("only what was typed or checked is sent", () => {
  const draft = draftOf(stored);
  expect(changesOf(draft, stored)).toEqual({});
  const typed = { ...draft, name: "Fern", checked: { ...draft.checked, terms: true } };
  expect(changesOf(typed, stored)).toEqual({ name: "Fern", terms: "T" });
});

test("a section is saved alone, and the others keep what was typed", () => {
  const draft = draftOf(stored);
  const checked = { ...draft.checked, terms: true };
  const typed = { ...draft, name: "Fern", hours: "Mondays", checked };
  expect(changesOf(typed, stored, ["name", "email"])).toEqual({ name: "Fern" });
  const saved = { ...stored, name: "Fern" };
  const after = afterSave(typed, typed, ["name", "terms"], stored, saved);
  expect(after).toEqual({ ...draft, name: "Fern", hours: "Mondays" });
});

test("what was typed stays when another owner has saved, and all else follows", () => {
  const typed = { ...draftOf(stored), name: "Fern" };
  const now = { ...stored, name: "Moss", phone: "613 555-0199" };
  expect(rebased(typed, stored, now)).toMatchObject({ name: "Fern", phone: "613 555-0199" });
});

test("what is typed during the save of its section stays, also the old text", () => {
  const draft = draftOf(stored);
  const sent = { ...draft, name: "Fern", phone: "1", terms: "T2" };
  const checked = { ...draft.checked, terms: true };
  const typed = { ...sent, name: stored.name, phone: "12", checked };
  const saved = { ...stored, name: "Fern", phone: "1", terms: "T2" };
  expect(afterSave(typed, sent, ["name", "phone", "terms"], stored, saved)).toEqual(typed);
});

test("what both owners changed is shown, and nothing else", () => {
  const typed = { ...draftOf(stored), name: "Fern", hours: "Mondays", tagline: "Tools" };
  const now = { ...stored, name: "Moss", phone: "613 555-0199", tagline: "Tools" };
  expect(conflictsOf(typed, stored, now)).toEqual([{ name: "name", theirs: "Moss", ours: "Fern" }]);
});

test("texts in French are sent, kept and compared like the others", () => {
  const draft = draftOf(stored);
  const french = { ...draft.french, hours: "Le mardi" };
  const checkedFrench = { ...draft.checkedFrench, terms: true };
  const typed = { ...draft, name: "Fern", french, checkedFrench };
  expect(changesOf(typed, stored)).toEqual({
    name: "Fern",
    french: { hours: "Le mardi", terms: "T, en français" },
  });
  expect(changesOf(typed, stored, ["terms"])).toEqual({ french: { terms: "T, en français" } });

  const saved = { ...stored, frenchDrafts: [] };
  const after = afterSave(typed, typed, ["terms"], stored, saved);
  expect(after).toEqual({ ...typed, checkedFrench: draft.checkedFrench });

  const now = { ...stored, french: { ...stored.french, hours: "Le jeudi", intro: "Bienvenue" } };
  expect(rebased(typed, stored, now).french).toMatchObject({
    hours: "Le mardi",
    intro: "Bienvenue",
  });
  expect(conflictsOf(typed, stored, now)).toEqual([
    { name: "fr.hours", theirs: "Le jeudi", ours: "Le mardi" },
  ]);
});

test("a list is changed if its rows are, and its conflict is told in words", () => {
  const row = { authority: "QST" as const, number: "1", from: "2026-01-01", until: null };
  const base = { ...stored, taxRegistrations: [row] };
  const draft = draftOf(base);
  expect(changesOf({ ...draft, taxRegistrations: [{ ...row }] }, base)).toEqual({});
  const typed = { ...draft, taxRegistrations: [{ ...row, number: "2" }] };
  expect(changesOf(typed, base)).toEqual({ taxRegistrations: [{ ...row, number: "2" }] });
  expect(conflictsOf(typed, base, { ...base, taxRegistrations: [] })).toEqual([
    { name: "taxRegistrations", theirs: "", ours: "QST 2 from 2026-01-01" },
  ]);
});
